import Glibc
import TestSupport
import Testing

/// The contract of `rpc.discover` and API §1 and §3, by requests made from the document alone: contrib/contract/contract.py. At night
/// it sends ten times as many, with another seed.
struct ContractTests {
    @Test(
        Needs.program("/usr/bin/python3"),
        Needs.file("/usr/lib/python3/dist-packages/jsonschema/__init__.py"))
    func theDaemonKeepsItsContract() throws {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw TestFailure(call: "socketpair") }
        let folder = try TemporaryFolder()
        let errors = "\(folder.path)/errors"
        let script = SourceFile.root.appending(path: "contrib/contract/contract.py").path()
        let command = ["/usr/bin/python3", script, Binaries.gardend, "--requests", "100", "--seed", "1", "--progress"]
        let test = try Program(command, environment: ["PATH": "/usr/bin:/bin"], output: ends[1], errors: errors)
        close(ends[1])
        // A line after each method, so that each of them has a limit of its own.
        let output = Client(connected: ends[0])
        var lines: [String] = []
        while let line = try output.nextLine() {
            if !line.hasSuffix(" is tested") { lines.append(line) }
        }
        let end = try test.wait()
        let said = try readText(errors)
        #expect(end == .exited(0), "\(lines.joined(separator: "\n"))\n\(said)")
    }
}
