import CSystemd

/// What identifies the running machine.
public enum Machine {
    /// The id of this boot as 32 hexadecimal digits: sd_id128_get_boot(3).
    ///
    /// `nil` when the kernel's file is hidden, as under `ProcSubset=pid`.
    public static func bootId() -> String? {
        var id = sd_id128_t()
        guard sd_id128_get_boot(&id) >= 0 else { return nil }
        return withUnsafeBytes(of: id) { bytes in
            bytes.map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
        }
    }
}
