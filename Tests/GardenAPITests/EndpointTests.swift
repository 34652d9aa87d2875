import GardenAPI
import Testing

/// The rules for the place of the socket (API §1).
@Suite struct EndpointTests {
    private static let user: UInt32 = 7

    private static func own(_ mode: UInt32) -> Endpoint.FolderStatus {
        Endpoint.FolderStatus(isFolder: true, ownerId: user, mode: mode)
    }

    /// Finds it for the user 7, with data in `/home/a/data`.
    private func find(
        _ environment: [String: String], option: String? = nil, folders: [String: Endpoint.FolderStatus] = [:]
    ) -> Endpoint {
        Endpoint.find(
            option: option, variable: { environment[$0] }, userId: Self.user,
            dataFolder: "/home/a/data",
            folderStatus: { folders[$0] })
    }

    private static let dataFolder = Endpoint(socketPath: "/home/a/data/run/garden.sock", source: .dataFolder)
    private static let userFolder = Endpoint(socketPath: "/run/user/7/garden/garden.sock", source: .userFolder)

    @Test func theOptionPrecedesTheVariableAndTheRuntimeFolder() {
        var environment = ["GARDEN_SOCKET": "/a/b.sock", "XDG_RUNTIME_DIR": "/r"]
        let folders = ["/r": Self.own(0o755), "/run/user/7": Self.own(0o700)]
        #expect(
            find(environment, option: "c.sock", folders: folders) == Endpoint(socketPath: "c.sock", source: .named))
        #expect(find(environment, folders: folders) == Endpoint(socketPath: "/a/b.sock", source: .named))
        environment["GARDEN_SOCKET"] = ""
        #expect(
            find(environment, folders: folders) == Endpoint(socketPath: "/r/garden/garden.sock", source: .runtimeFolder)
        )
        environment["XDG_RUNTIME_DIR"] = ""
        #expect(find(environment, folders: folders) == Self.userFolder)
        #expect(find(environment) == Self.dataFolder)
    }

    /// su(1) without `-` leaves another user's runtime folder in the environment.
    @Test(arguments: [
        ("r", own(0o700)), ("/r", nil), ("/r", Endpoint.FolderStatus(isFolder: true, ownerId: 8, mode: 0o700)),
        ("/r", Endpoint.FolderStatus(isFolder: false, ownerId: user, mode: 0o700)),
    ])
    func aRuntimeFolderOfAnotherUserCountsAsUnset(path: String, status: Endpoint.FolderStatus?) {
        #expect(find(["XDG_RUNTIME_DIR": path], folders: status.map { [path: $0] } ?? [:]) == Self.dataFolder)
    }

    @Test(arguments: [
        (own(0o700), true), (own(0o1700), true), (own(0o755), false), (own(0o770), false), (own(0o500), false),
        (Endpoint.FolderStatus(isFolder: true, ownerId: 8, mode: 0o700), false),
        (Endpoint.FolderStatus(isFolder: false, ownerId: user, mode: 0o700), false),
    ])
    func theUserFolderIsUsedOnlyIfPrivate(status: Endpoint.FolderStatus, isTaken: Bool) {
        #expect(find([:], folders: ["/run/user/7": status]) == (isTaken ? Self.userFolder : Self.dataFolder))
    }

    @Test(arguments: [
        (["XDG_DATA_HOME": "/d", "HOME": "/h"], "/d/garden"),
        (["XDG_DATA_HOME": "d", "HOME": "/h"], "/h/.local/share/garden"),
        (["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/garden"), (["HOME": "h"], "/u/.local/share/garden"),
        ([:], "/u/.local/share/garden"),
    ])
    func theDataFolderFollowsTheEnvironmentOrTheHome(environment: [String: String], path: String) {
        #expect(Endpoint.dataFolder(variable: { environment[$0] }, home: { "/u" }) == path)
    }

    @Test func aPathMayHave107Bytes() {
        let longest = "/" + String(repeating: "é", count: 53)
        #expect(longest.utf8.count == Endpoint.pathLimitBytes)
        #expect(Endpoint.problem(ofPath: longest) == nil)
        #expect(
            Endpoint.problem(ofPath: longest + "s") == """
                the socket path has 108 bytes, at most 107 are possible: \(longest)s; give a shorter one with --socket or \
                GARDEN_SOCKET, or set XDG_RUNTIME_DIR to a directory of yours
                """)
    }

    @Test(arguments: [
        ("/run/user/7/garden/garden.sock", "/run/user/7/garden/last-words"), ("/b.sock", "/last-words"),
        ("b.sock", "last-words"), ("a/b.sock", "a/last-words"),
    ])
    func theLastWordsFileIsBesideTheSocket(socketPath: String, path: String) {
        #expect(Endpoint.lastWordsPath(socketPath: socketPath) == path)
    }

    // MARK: The lock file

    @Test(arguments: [
        ("12\n/a/b.sock\n", LockHolder(processId: 12, socketPath: "/a/b.sock")),
        ("12\n/a/b\nc.sock\n", LockHolder(processId: 12, socketPath: "/a/b\nc.sock")),
        ("12\n", LockHolder(processId: 12, socketPath: nil)),
    ])
    func theLockHolderRoundTrips(text: String, holder: LockHolder) {
        #expect(LockHolder(text: text) == holder)
        #expect(holder.text == text)
    }

    @Test func anInvalidLockFileNamesNoHolder() {
        #expect(LockHolder(text: "12") == LockHolder(processId: 12, socketPath: nil))
        for text in ["", "\n/a/b.sock\n", "gardend\n", "-\n", "99999999999\n"] {
            #expect(LockHolder(text: text) == nil)
        }
    }
}
