import Glibc

/// A pipe that no child process inherits, unless it is given to it.
public func newPipe() -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(pipe2(&ends, O_CLOEXEC) == 0, "pipe2: \(String(cString: strerror(errno)))")
    return (ends[0], ends[1])
}

/// Takes a connection that waits at a socket; no child process inherits it. Without a waiting one it returns -1, and errno says why.
public func acceptConnection(on listener: Int32) -> Int32 {
    accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
}

// Swift's Glibc does not show them.
private let pipe2: @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32 = function("pipe2")
private let accept4: @convention(c) (Int32, OpaquePointer?, OpaquePointer?, Int32) -> Int32 = function("accept4")

private func function<Function>(_ name: String) -> Function {
    guard let symbol = dlsym(nil, name) else { fatalError("this C library has no \(name)") }
    return unsafeBitCast(symbol, to: Function.self)
}
