import CSystemd
import Glibc

/// The ids of the running machine.
public enum Machine {
    /// The id of this boot as 32 hexadecimal digits: sd_id128_get_boot(3).
    ///
    /// `nil` when the kernel's file is hidden, as under `ProcSubset=pid`.
    public static func bootId() -> String? {
        var id = sd_id128_t()
        return sd_id128_get_boot(&id) >= 0 ? text(id) : nil
    }

    /// A hash of the machine's id, specific to this program, as 32 hexadecimal digits:
    /// sd_id128_get_machine_app_specific(3). The id itself is confidential (machine-id(5)).
    ///
    /// `nil` when there is no machine id, as in some containers.
    public static func hashedId() -> String? {
        var id = sd_id128_t()
        // "gardend" and zeros: our own application id, which must never change.
        let application = csystemd_application_id()
        return sd_id128_get_machine_app_specific(application, &id) >= 0 ? text(id) : nil
    }

    /// 128 random bits as 32 hexadecimal digits: sd_id128_randomize(3).
    public static func randomId() -> String {
        var id = sd_id128_t()
        let result = sd_id128_randomize(&id)
        precondition(result >= 0, "sd_id128_randomize fails with \(result)")
        return text(id)
    }

    /// sd_id128_to_string(3).
    private static func text(_ id: sd_id128_t) -> String {
        var digits = [CChar](repeating: 0, count: 33)
        sd_id128_to_string(id, &digits)
        return String(decoding: digits.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
