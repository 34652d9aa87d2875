import GardenAPI
import Glibc
import SystemPackage

extension Endpoint {
    /// The user's own socket, by the rules of ``find(option:variable:userId:dataFolder:folderStatus:)`` for this process.
    public static func ofThisUser() -> Endpoint {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        return find(
            option: nil, variable: variable, userId: geteuid(),
            dataFolder: dataFolder(variable: variable) { homeOfUserDatabase },
            folderStatus: FolderStatus.init(ofFolder:))
    }

    /// The home directory of this process's user in the user database; `/` without an entry.
    public static var homeOfUserDatabase: String {
        getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) } ?? "/"
    }
}

extension Endpoint.FolderStatus {
    /// What stat(2) says about a path; `nil` if nothing exists there.
    public init?(ofFolder path: String) {
        guard let status = try? Stat(path) else { return nil }
        self.init(
            isFolder: status.type == .directory, ownerId: status.userID.rawValue, mode: status.permissions.rawValue)
    }
}
