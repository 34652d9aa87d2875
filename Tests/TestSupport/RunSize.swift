import Glibc

/// How much a test is to do: the number in an environment variable, which a nightly run sets (contrib/nightly.sh).
public func sizeOfRun(_ variable: String, usually usual: Int) -> Int {
    guard let text = getenv(variable) else { return usual }
    guard let number = Int(String(cString: text)), number > 0 else {
        preconditionFailure("\(variable) is \(String(cString: text)); it must be a number from 1")
    }
    return number
}
