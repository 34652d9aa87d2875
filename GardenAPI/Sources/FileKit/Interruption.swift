import Glibc

/// Repeats a system call while signals interrupt it.
public func retryingInterrupted<Count: SignedInteger>(_ call: () -> Count) -> Count {
    while true {
        let count = call()
        if count >= 0 || errno != EINTR { return count }
    }
}
