/// Where daemon and client meet (API §1).
public enum Endpoint {
    /// The socket's path: `$GARDEN_SOCKET`, else `$XDG_RUNTIME_DIR/garden/garden.sock`; `nil` when neither is set.
    /// There is no fallback to a folder that others can write to.
    public static func socketPath(environment: [String: String]) -> String? {
        if let path = environment["GARDEN_SOCKET"], !path.isEmpty { return path }
        guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return nil }
        return "\(folder)/garden/garden.sock"
    }

    /// Where a daemon that ended for a reason leaves its last words, beside the socket, for a client that finds nobody
    /// at home.
    public static func lastWordsPath(socketPath: String) -> String {
        guard let slash = socketPath.lastIndex(of: "/") else { return "last-words" }
        return "\(socketPath[..<slash])/last-words"
    }
}
