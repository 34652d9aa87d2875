import GardenAPI
import GeoKit
import TimeKit

/// The places in a file of another program, as visits to add (RULES V12).
struct VisitFile: Equatable {
    /// A place of the file.
    struct Point: Equatable {
        /// Where in the file it is: `line 12`, `features[3]`.
        var position: String
        var place: GeoPoint
        /// When it was; `nil` if the file does not say it.
        var at: Timestamp?
        var accuracy: DecimalNumber?
        var details = VisitDetails()

        /// The request that adds it.
        ///
        /// - Parameter at: when it was, if the file does not say it.
        func request(at date: String?) -> VisitAdd {
            VisitAdd(
                at: at?.description ?? date, latitude: DecimalNumber(Degrees(millionths: place.latitude).json.text),
                longitude: DecimalNumber(Degrees(millionths: place.longitude).json.text), accuracy: accuracy,
                title: details.title, facility: details.facility, address: details.address, kind: details.kind,
                comment: details.comment, labels: details.labels.isEmpty ? nil : NameList(details.labels),
                group: details.group, members: details.members.isEmpty ? nil : NameList(details.members))
        }
    }

    /// What is wrong with a file, and where.
    struct Problem: Error, Equatable {
        /// `nil` for the file as a whole.
        var position: String?
        var problem: String
    }

    var points: [Point] = []
    /// How many parts of the file are no points, such as tracks.
    var omitted = 0

    /// The largest file.
    static let mostBytes = 32 << 20
    /// The most points of a file.
    static let mostPoints = 50_000

    /// Reads GPX 1.1 or GeoJSON, whichever it is.
    init(_ bytes: [UInt8]) throws(Problem) {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        switch text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
        case UInt8(ascii: "<"):
            do { try readGPX(bytes) } catch let error as XMLReader.SyntaxError {
                throw Problem(position: "line \(error.line)", problem: error.problem)
            } catch let problem as Problem {
                throw problem
            } catch {
                preconditionFailure("a file is read with \(error)")
            }
        case UInt8(ascii: "{"): try readGeoJSON(Array(text))
        default: throw Problem(problem: "the file is neither GPX nor GeoJSON")
        }
        for point in points { try Self.check(point) }
    }

    /// Adds a point, as far as there is room.
    mutating func append(_ point: Point) throws(Problem) {
        guard points.count < Self.mostPoints else {
            throw Problem(
                position: point.position, problem: "the file has more than \(Self.mostPoints) points; split it")
        }
        points.append(point)
    }

    /// - Throws: what the daemon would refuse in a point, before anything is added.
    private static func check(_ point: Point) throws(Problem) {
        do { _ = try VisitAdd(json: point.request(at: nil).json) } catch {
            throw Problem(position: point.position, problem: CommandError.inWordsOfOptions(error.message))
        }
    }

    /// The point on the earth with coordinates as they are written (RULES V2).
    static func place(
        latitude: DecimalNumber?, longitude: DecimalNumber?, _ position: String
    ) throws(Problem) -> GeoPoint {
        func units(_ number: DecimalNumber?, _ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int {
            guard let number else { throw Problem(position: position, problem: "\(name) is missing") }
            if let units = number.units(decimals: 6), range.contains(units) { return units }
            let degrees = range.upperBound / GeoPoint.unitsPerDegree
            throw Problem(
                position: position,
                problem: "\(name) must be a number from -\(degrees) to \(degrees), not "
                    + JSON.string(number.text).excerpt)
        }
        let place = GeoPoint(
            latitude: try units(latitude, "the latitude", GeoPoint.latitudes),
            longitude: try units(longitude, "the longitude", GeoPoint.longitudes))
        guard place != GeoPoint(latitude: 0, longitude: 0) else {
            throw Problem(
                position: position,
                problem: "latitude and longitude are both 0, which a device without a place reports")
        }
        return place
    }

    /// The instant of a point; `nil` for blank.
    static func instant(_ text: String, _ position: String) throws(Problem) -> Timestamp? {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !text.isEmpty else { return nil }
        if let at = Timestamp(text) { return at }
        throw Problem(
            position: position,
            problem: "the time must be an instant with its zone, such as 2026-03-10T03:59:59Z, not "
                + JSON.string(printable(text)).excerpt)
    }

    /// A text of a file without characters that the garden does not keep; `nil` if nothing remains (RULES G1).
    static func cleaned(_ text: String?, keepsLines: Bool = false) -> String? {
        guard let text = text?.withoutForbiddenCharacters(keepsLines: keepsLines) else { return nil }
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }
}
