import GardenAPI
import GardenCore

extension LocatedPlace {
    func visit(signedBy key: IdentityKey?) -> LocatedVisit {
        LocatedVisit(
            VisitAdd(latitude: latitude, longitude: longitude, accuracy: accuracy, title: title), source: source,
            key: key)
    }
}

extension SimulatedKey {
    var reading: IdentityKeyFile.Reading {
        switch self {
        case .own: .key(.simulated)
        case .other: .key(.simulatedOther)
        case .missing: .missing
        case .unreadable: .unreadable("identity.key does not have \(IdentityKey.byteCount) bytes in Base64")
        }
    }
}
