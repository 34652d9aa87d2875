import Glibc

/// The instances of inotify(7), of which a user has a limited number: all programs and tests of the user share them.
public enum Inotify {
    /// A new instance.
    ///
    /// - Throws: ``Lack`` when none is free.
    public static func makeInstance() throws -> Int32 {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor < 0 else { return descriptor }
        throw Lack(errno: errno)
    }

    /// Names the lack in the failure of a test whose programs need an instance, before they fail for it in their own words.
    public static func requireInstance() throws { close(try makeInstance()) }

    /// Why there is no instance; `nil` if one is free.
    public static var lack: String? {
        do { try requireInstance() } catch { return "\(error)" }
        return nil
    }

    /// There is no instance.
    public struct Lack: Error, CustomStringConvertible {
        public let description: String

        public init(errno code: Int32) {
            description =
                code == EMFILE
                ? "no inotify instance is free; raise fs.inotify.max_user_instances"
                : "inotify: \(String(cString: strerror(code)))"
        }
    }
}
