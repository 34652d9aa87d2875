import GardenAPI
import Testing

@Suite struct EndpointTests {
    @Test(
        arguments: [
            ([:], nil), (["HOME": "/home/a"], nil), (["GARDEN_SOCKET": "", "XDG_RUNTIME_DIR": ""], nil),
            (["XDG_RUNTIME_DIR": "/run/user/7"], "/run/user/7/garden/garden.sock"),
            (["XDG_RUNTIME_DIR": "/run/user/7", "GARDEN_SOCKET": ""], "/run/user/7/garden/garden.sock"),
            (["XDG_RUNTIME_DIR": "/run/user/7", "GARDEN_SOCKET": "/a/b.sock"], "/a/b.sock"),
            (["GARDEN_SOCKET": "b.sock"], "b.sock"),
        ] as [([String: String], String?)])
    func theSocketIsWhereTheEnvironmentSays(environment: [String: String], path: String?) {
        #expect(Endpoint.socketPath(environment: environment) == path)
    }

    @Test(arguments: [
        ("/run/user/7/garden/garden.sock", "/run/user/7/garden/last-words"), ("/b.sock", "/last-words"),
        ("b.sock", "last-words"), ("a/b.sock", "a/last-words"),
    ])
    func theLastWordsLieBesideTheSocket(socketPath: String, path: String) {
        #expect(Endpoint.lastWordsPath(socketPath: socketPath) == path)
    }
}
