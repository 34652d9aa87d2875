import GardenAPI

/// The photos of a visit and the files that have them.
///
/// - Parameter folder: the folder of photos; `nil` if it is not known.
func photosText(_ photos: [VisitPhoto], in folder: String?, _ style: Style) -> String {
    let lines = photos.flatMap { photo in
        let path = folder.map { "\($0)/\(photo.name)" } ?? photo.name
        return ["\(photo.type.title), \(megabytes(photo.bytes)):", printable(path)].flatMap {
            $0.wrapped(to: style.columns)
        }
    }
    return ([style.bold("Photos")] + lines).joined(separator: "\n")
}

extension PhotoType {
    /// As people write it.
    fileprivate var title: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webp: "WebP"
        case .heic: "HEIC"
        }
    }
}

/// `2.1 MiB`, `17 KiB`
private func megabytes(_ bytes: Int) -> String {
    guard bytes >= 1 << 20 else { return "\(saturatingSum(bytes, 1023) >> 10) KiB" }
    let tenths = saturatingSum(saturatingProduct(bytes, 10), 1 << 19) >> 20
    return "\(tenths / 10).\(tenths % 10) MiB"
}
