/// A time on the clock in a sentence about a session.
struct SessionClock {
    var range: Range<Int>
    var text: String
    /// The hour, if digits say it.
    var hour: Int?
    var minute = 0
    /// am or pm.
    var half: String?
    /// The part of the day before it: 午後.
    var part = ""
    /// Whether it is more than a number.
    var isCertain: Bool
    /// Whether it is written like a length, 14h45, and is a time only beside another one.
    var isLikeLength = false

    func isLater(than other: SessionClock) -> Bool { (hour ?? 0, minute) > (other.hour ?? 0, other.minute) }

    /// Since noon or midnight; `nil` if it does not say which of the two by a number of up to 12.
    var minutesOfHalf: Int? { hour.flatMap { $0 <= 12 ? $0 % 12 * 60 + minute : nil } }
    /// Whether it does not say itself in which half of the day it is.
    var isBare: Bool { half == nil && part.isEmpty }

    /// One of two times says for the other one whether it is before or after noon.
    static func completeHalves(_ first: inout SessionClock, _ last: inout SessionClock) {
        if first.text == "noon", let hour = last.hour, (1...11).contains(hour), last.isBare { last.text += "pm" }
        guard let begin = first.minutesOfHalf, let end = last.minutesOfHalf else { return }
        if let half = last.half, first.half == nil, first.part.isEmpty {
            // 11-1pm begins in the morning, 11-1am in the evening.
            first.text += begin > end ? other(half) : half
            return
        }
        // 0:30 is after midnight.
        guard last.isBare, last.hour != 0 else { return }
        if let half = first.half {
            // 11am-1 ends in the afternoon.
            last.text += end > begin ? half : other(half)
        } else if !first.part.isEmpty, last.hour == 12 {
            if evenings.contains(first.part) { last.text = "0:" + last.text.suffix(2) }
        } else if !first.part.isEmpty {
            last.text = (end > begin ? first.part : parts(after: first.part)) + last.text
        }
    }

    private static func other(_ half: String) -> String { half == "pm" ? "am" : "pm" }

    /// The part of the day in which an hour is that is smaller than one of a part of the day; empty for after midnight.
    private static func parts(after part: String) -> String {
        switch part {
        case "午前", "朝", "早朝", "昼", "お昼": "午後"
        case "上午", "早上", "中午": "下午"
        default: ""
        }
    }

    private static let evenings: Set = ["午後", "下午", "晚上", "傍晚", "夜", "夕方"]
}
