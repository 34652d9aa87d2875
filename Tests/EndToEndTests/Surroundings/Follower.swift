import GardenAPI
import Glibc
import TestSupport

extension Program {
    /// A gardenctl process that follows all events, and its output.
    ///
    /// - Parameter errors: the file for its messages; `nil` for none.
    static func follower(of home: Home, errors: String? = nil) throws -> (Program, Client) {
        let command = ["\(Binaries.folder)/gardenctl", "events", "--follow", "--since", "0", "--json"]
        return try printing(command, of: home, errors: errors)
    }

    /// A program that prints what happens, and its output.
    ///
    /// - Parameter errors: the file for its messages; `nil` for none.
    static func printing(_ command: [String], of home: Home, errors: String? = nil) throws -> (Program, Client) {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw TestFailure(call: "socketpair") }
        defer { close(ends[1]) }
        let program = try Program(command, environment: home.environment, output: ends[1], errors: errors)
        return (program, Client(connected: ends[0]))
    }
}
