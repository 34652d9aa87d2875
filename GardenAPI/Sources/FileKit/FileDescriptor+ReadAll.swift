import SystemPackage

extension FileDescriptor {
    /// The bytes up to the end of the file, at most `limitBytes`.
    public func readAll(limitBytes: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: limitBytes) { buffer, count in
            while count < limitBytes {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let read = try read(into: rest)
                if read == 0 { break }
                count += read
            }
        }
    }
}
