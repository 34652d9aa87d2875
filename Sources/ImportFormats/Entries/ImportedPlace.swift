import GardenAPI
import GeoKit
import TimeKit

/// A place of a file at which a person was, as a visit to add.
public struct ImportedPlace: Equatable, Sendable {
    /// Where in the file it is: `line 12`.
    public var position: String
    /// Where it is on the earth.
    public var place: GeoPoint
    /// When it was; `nil` if the file does not say it.
    public var time: ImportedTime?
    /// What the file says instead, in quotation marks, if it is not understood.
    public var unreadTime: String?
    /// The accuracy in tenths of metres; `nil` if the file does not say it.
    public var accuracyTenths: Int?
    /// What is said about it. Each text is one that a visit can have.
    public var details = VisitDetails()
    /// How what is taken differs from what the file says: `the comment is cut`.
    public var guesses: [String] = []

    init(_ position: String, _ place: GeoPoint) { (self.position, self.place) = (position, place) }
}

/// A place that is read from the fields of a record, with what is guessed and why it cannot be taken.
struct PlaceReading {
    /// The largest accuracy in metres.
    private static let mostMeters = 100_000

    /// Where in the file it is. A record with several points has one for each.
    var position: String
    private(set) var guesses: [String] = []
    private var details = VisitDetails()
    private var time: ImportedTime?
    private var unreadTime: String?
    private var accuracyTenths: Int?

    init(_ position: String) { self.position = position }

    /// Notes how what is taken differs from what the file says.
    mutating func guess(_ text: String) { guesses.append(text) }

    // MARK: Fields

    mutating func setTime(_ text: String?) {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return }
        switch ImportedTime.read(text) {
        case .time(let read): time = read
        case .unset: break
        case .unreadable: unreadTime = quoted(text)
        }
    }

    mutating func setAccuracy(_ text: String?) {
        guard let text, let tenths = FixedPoint.units(of: text.trimmed, decimals: 1),
            (0...Self.mostMeters * 10).contains(tenths)
        else { return }
        accuracyTenths = tenths
    }

    mutating func setTitle(_ text: String?) { details.title = line(text, "title") }
    mutating func setFacility(_ text: String?) { details.facility = line(text, "facility") }
    mutating func setAddress(_ text: String?) { details.address = line(text, "address") }
    mutating func setKind(_ text: String?) { details.kind = name(text, "kind") }
    mutating func setGroup(_ text: String?) { details.group = name(text, "group") }
    mutating func setLabels(_ texts: [String]) { details.labels = names(texts, "label") }
    mutating func setMembers(_ texts: [String]) { details.members = names(texts, "member") }

    mutating func setComment(_ text: String?) {
        guard let text, let (note, isCut) = FieldText.note(text) else { return }
        if isCut { guesses.append("the comment is cut") }
        details.comment = note
    }

    private mutating func line(_ text: String?, _ field: String) -> String? {
        guard let text, let (line, isCut) = FieldText.line(text) else { return nil }
        if isCut { guesses.append("the \(field) is cut") }
        return line
    }

    private mutating func name(_ text: String?, _ field: String) -> String? {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        guard let (name, isCut) = FieldText.name(text) else {
            guesses.append("the \(field) \(quoted(text)) cannot be a name")
            return nil
        }
        if isCut { guesses.append("the \(field) is cut") }
        return name
    }

    private mutating func names(_ texts: [String], _ field: String) -> [String] {
        if texts.count > FieldText.mostNames {
            guesses.append("only the first \(FieldText.mostNames) of its \(texts.count) \(field)s are kept")
        }
        var names: [String] = []
        for text in texts.prefix(FieldText.mostNames) {
            if let name = name(text, field), !names.contains(where: { $0.folded == name.folded }) { names.append(name) }
        }
        return names
    }

    // MARK: The place

    /// Takes the place at coordinates as they are written, or leaves it out.
    func take(latitude: String?, longitude: String?, into file: inout ImportedFile) {
        var reading = self
        switch (reading.degrees(latitude, "latitude", 90), reading.degrees(longitude, "longitude", 180)) {
        case (.success(let north), .success(let east)):
            reading.take(GeoPoint(latitude: north, longitude: east), into: &file)
        case (.failure(let problem), _), (_, .failure(let problem)): file.leaveOut(position, problem.reason)
        }
    }

    private func take(_ point: GeoPoint, into file: inout ImportedFile) {
        guard point != GeoPoint(latitude: 0, longitude: 0) else {
            return file.leaveOut(position, "its place is 0, 0, which a device without a place reports")
        }
        var place = ImportedPlace(position, point)
        (place.time, place.unreadTime, place.accuracyTenths) = (time, unreadTime, accuracyTenths)
        (place.details, place.guesses) = (details, guesses)
        // An export names a visit without a title by its coordinates.
        if place.details.title == VisitDetails().shownName(at: point) { place.details.title = nil }
        file.take(place)
    }

    private struct Problem: Error { let reason: String }

    private mutating func degrees(_ text: String?, _ name: String, _ most: Int) -> Result<Int, Problem> {
        guard let written = text?.trimmed, !written.isEmpty else {
            return .failure(Problem(reason: "its \(name) is missing"))
        }
        var digits = written.hasSuffix("°") ? String(written.dropLast()) : written
        if digits.count(where: { $0 == "," }) == 1, !digits.contains(".") {
            digits = digits.replacing(",", with: ".")
            guesses.append("the \(name) \(quoted(written)) has a decimal comma")
        }
        let decimals = 6
        guard let units = FixedPoint.units(of: digits, decimals: decimals), abs(units) <= most * GeoPoint.unitsPerDegree
        else { return .failure(Problem(reason: "its \(name), \(quoted(written)), is not from -\(most) to \(most)")) }
        return .success(units)
    }
}
