import GardenAPI
import SystemdKit
import Testing

@testable import GardenDaemon

/// What the properties of a session say about the person (RULES P15).
struct SessionPropertiesTests {
    private nonisolated static func properties(
        type: String = "wayland", phase: String = "active", isRemote: Bool = false, isLocked: Bool = false,
        isIdle: Bool = false, idleSince: UInt64 = 0
    ) -> SessionProperties {
        SessionProperties(all: [
            "Id": .string("2"), "Type": .string(type), "State": .string(phase), "Remote": .bool(isRemote),
            "LockedHint": .bool(isLocked), "IdleHint": .bool(isIdle), "IdleSinceHint": .uint64(idleSince),
            "Seat": .structure([.string("seat0"), .objectPath("/org/freedesktop/login1/seat/seat0")]),
        ])
    }

    @Test(
        arguments: [
            (properties(), .active), (properties(isIdle: true), .idle), (properties(isLocked: true), .locked),
            (properties(isLocked: true, isIdle: true), .locked), (properties(phase: "online"), .active),
            (properties(phase: "closing", isLocked: true), .unknown), (properties(isRemote: true), .active),
            (properties(type: "tty"), .unknown), (properties(type: "tty", isIdle: true), .unknown),
            (properties(type: "tty", isRemote: true), .unknown), (properties(type: "tty", isLocked: true), .locked),
            (properties(type: "unspecified"), .active), (SessionProperties(all: [:]), .active),
        ] as [(SessionProperties, Presence)])
    func lockedPrecedesIdle(session: SessionProperties, presence: Presence) {
        #expect(session.presence == presence)
    }

    @Test(arguments: [("wayland", 0, false), ("wayland", 7, true), ("tty", 7, false)] as [(String, UInt64, Bool)])
    func anEarlierIdleHintIsRecognized(type: String, since: UInt64, expected: Bool) {
        #expect(Self.properties(type: type, idleSince: since).hasReportedAbsence == expected)
    }

    @Test func changesApplyToMentionedPropertiesOnly() {
        var session = Self.properties(isLocked: true)
        let isIdleComplete = session.apply(PropertyChanges(["IdleHint": .bool(true), "IdleSinceHint": .uint64(7)]))
        #expect(isIdleComplete)
        var expected = Self.properties(isLocked: true, isIdle: true)
        expected.hasReportedAbsence = true
        #expect(session == expected)
        let isUnlockComplete = session.apply(PropertyChanges(["LockedHint": .bool(false)]))
        #expect(isUnlockComplete)
        #expect(session.presence == .idle)
    }

    @Test(arguments: [
        PropertyChanges([:], invalidated: ["LockedHint"]), PropertyChanges([:], invalidated: ["IdleHint"]),
        PropertyChanges(["Active": .bool(false)]), PropertyChanges([:], invalidated: ["Active"]),
    ])
    func someChangesRequireAllPropertiesAgain(changes: PropertyChanges) {
        var session = Self.properties()
        let isComplete = session.apply(changes)
        #expect(!isComplete)
    }

    @Test(
        arguments: [
            [], [.string("a"), .dictionary([:])],
            [.string("a"), .array(elementSignature: "s", []), .array(elementSignature: "s", [])],
        ] as [[BusValue]])
    func anotherSignalContainsNoChanges(arguments: [BusValue]) {
        #expect(PropertyChanges(arguments) == nil)
    }
}
