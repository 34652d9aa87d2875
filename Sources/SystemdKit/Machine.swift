import CSystemd
import Glibc

/// What identifies the running machine.
public enum Machine {
    /// How many processors are there: sysconf(3); 1 where the system does not tell.
    public static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

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
