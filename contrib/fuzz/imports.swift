// Any bytes are read in each format, or refused with a reason. What is taken is what a visit can have, and the same bytes give the
// same again.
import GardenAPI
import GeoKit
import ImportFormats
import TimeKit

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let first = start?.pointee else { return 0 }
    let formats = ImportFormat.allCases
    let bytes = Array(UnsafeBufferPointer(start: start, count: count).dropFirst())
    check(formats[Int(first) % formats.count], bytes)
    if let format = ImportFormat.detect(bytes) { check(format, bytes) }
    return 0
}

private func check(_ format: ImportFormat, _ bytes: [UInt8]) {
    do throws(UnreadableFile) {
        let file = try format.read(bytes)
        for place in file.places { check(place) }
        for part in file.leftOut { claim(!part.position.isEmpty && !part.reason.isEmpty, "\(part)") }
        claim((try? format.read(bytes)) == file, "another result")
    } catch { claim(!error.reason.isEmpty, "\(error)") }
}

private func check(_ imported: ImportedPlace) {
    let (place, details) = (imported.place, imported.details)
    claim(GeoPoint.latitudes.contains(place.latitude) && GeoPoint.longitudes.contains(place.longitude), "\(place)")
    let request = VisitAdd(
        latitude: DecimalNumber(Degrees(millionths: place.latitude).json.text),
        longitude: DecimalNumber(Degrees(millionths: place.longitude).json.text), title: details.title,
        facility: details.facility, address: details.address, kind: details.kind, comment: details.comment,
        labels: NameList(details.labels), group: details.group, members: NameList(details.members))
    claim((try? VisitAdd(json: request.json)) != nil, "\(details)")
    claim(imported.time.map { Timestamp($0.timestamp(in: .utc).description) != nil } ?? true, "\(imported)")
}
