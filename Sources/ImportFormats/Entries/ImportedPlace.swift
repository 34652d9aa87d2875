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
    private var texts = TextFields()
    private var details = VisitDetails()
    private var time: ImportedTime?
    private var unreadTime: String?
    private var accuracyTenths: Int?

    init(_ position: String) { self.position = position }

    /// Notes how what is taken differs from what the file says.
    mutating func guess(_ text: String) { texts.guess(text) }

    var guesses: [String] { texts.guesses }

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

    mutating func setTitle(_ text: String?) { details.title = texts.line(text, "title") }
    mutating func setFacility(_ text: String?) { details.facility = texts.line(text, "facility") }
    mutating func setAddress(_ text: String?) { details.address = texts.line(text, "address") }
    mutating func setKind(_ text: String?) { details.kind = texts.name(text, "kind") }
    mutating func setGroup(_ text: String?) { details.group = texts.name(text, "group") }
    mutating func setLabels(_ names: [String]) { details.labels = texts.names(names, "label") }
    mutating func setMembers(_ names: [String]) { details.members = texts.names(names, "member") }
    mutating func setComment(_ text: String?) { details.comment = texts.note(text, "comment") ?? details.comment }

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
            guess("the \(name) \(quoted(written)) has a decimal comma")
        }
        let decimals = 6
        guard let units = FixedPoint.units(of: digits, decimals: decimals), abs(units) <= most * GeoPoint.unitsPerDegree
        else { return .failure(Problem(reason: "its \(name), \(quoted(written)), is not from -\(most) to \(most)")) }
        return .success(units)
    }
}
