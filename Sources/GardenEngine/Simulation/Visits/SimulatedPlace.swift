import GardenAPI
import GardenCore

/// The place where a virtual machine is, the key that signs it, and what checks of visits find.
final class SimulatedPlace: SimulatedPart {
    /// The place, or why it is not found.
    fileprivate var place = FoundPlace.problem(.noAgent)
    fileprivate var key = SimulatedKey.own

    let directives: [any SimulatedDirective.Type] = [FoundPlace.self, SimulatedKey.self, VisitFinding.self]

    private weak var engine: Engine?

    func begin(on machine: VirtualMachine, _ engine: Engine) { self.engine = engine }

    private var keyFile: IdentityKeyFile {
        IdentityKeyFile(
            read: { self.key.reading },
            create: {
                self.key = .other
                return .success(.simulatedOther)
            })
    }

    var needs: [NeedHandler] {
        [
            NeedHandler(PlaceNeed.self) { [unowned self] _, end in
                let place = place.result
                let book = engine?.state.visits
                end(
                    PlaceNeed.Outcome(
                        place, key: (try? place.get()) == nil ? nil : book.flatMap(keyFile.keyForLocatedVisit)))
            },
            NeedHandler(IdentityKeyNeed.self) { [unowned self] _, end in end(keyFile.keyOrNew()) },
            NeedHandler(OldDataNeed.self) { _, end in end([]) },
        ]
    }

    func check(of engine: Engine) -> HealthCheck? { keyFile.check(of: engine.state.visits) }
}

/// What a search for the machine's place finds.
enum FoundPlace: SimulatedDirective {
    case place(LocatedPlace)
    case problem(LocatingError.Reason)

    static let word = "place"

    init(json: JSON) throws(ValidationError) {
        if json.stringValue != nil {
            self = .problem(try LocatingError.Reason(json: json))
        } else {
            self = .place(try LocatedPlace(json: json))
        }
    }

    func obey(on machine: VirtualMachine) { machine.part(SimulatedPlace.self).place = self }

    fileprivate var result: Result<LocatedPlace, LocatingError> {
        switch self {
        case .place(let place): .success(place)
        case .problem(let reason): .failure(LocatingError(reason, "the place of a simulated machine is not found"))
        }
    }
}

/// What the file of the garden's key has. The machine begins with the first one.
enum SimulatedKey: String, WireWord, SimulatedDirective {
    case own, other, missing, unreadable

    static let word = "identityKey"

    func obey(on machine: VirtualMachine) { machine.part(SimulatedPlace.self).key = self }

    fileprivate var reading: IdentityKeyFile.Reading {
        switch self {
        case .own: .key(.simulated)
        case .other: .key(.simulatedOther)
        case .missing: .missing
        case .unreadable: .unreadable("identity.key does not have \(IdentityKey.byteCount) bytes in Base64")
        }
    }
}

/// A check of visits has found one that was changed from outside.
extension VisitFinding: SimulatedDirective {
    static let word = "finding"

    func obey(on machine: VirtualMachine) { machine.report(self) }
}
