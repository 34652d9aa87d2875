import FileKit

/// The directories in which a program finds others.
enum SearchPath {
    /// The search path with the directory of gardend at its end, where gardenctl is installed, too: a service manager's path
    /// often lacks ~/.local/bin.
    static func withOwnFolder(_ path: String?) -> String {
        let path = path ?? "/usr/local/bin:/usr/bin:/bin"
        guard let own = Folder.linkTarget("/proc/self/exe"), let slash = own.lastIndex(of: "/") else { return path }
        let folder = own[..<slash]
        return path.split(separator: ":").contains(folder) ? path : "\(path):\(folder)"
    }
}
