import GardenAPI
import GardenCore

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
