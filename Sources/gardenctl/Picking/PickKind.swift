import ArgumentParser
import GardenAPI
import TextKit

/// What a person can choose from a list.
enum PickKind: String, CaseIterable, ExpressibleByArgument {
    case task, item, category, session

    /// The label of what is typed.
    var heading: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// Why there is nothing to choose.
    var nothing: String {
        switch self {
        case .task: "no task is open. Add one: gardenctl add SENTENCE"
        case .item: "the shop is empty. Add an item: gardenctl shop add NAME PRICE"
        case .category: "there is no category. Add one: gardenctl category add NAME"
        case .session: "there is no session. Add one: gardenctl session add 9:00-9:25 CATEGORY"
        }
    }

    /// The rows of the list: open tasks, also those that cannot begin yet; the shop; the categories; the last sessions.
    func rows(asking client: Client) throws(CommandError) -> [PickRow] {
        switch self {
        case .task: return try Self.tasks(client)
        case .item:
            return try client.ask(ShopList()).value().map {
                PickRow(id: $0.id, name: $0.name, facts: [$0.category, points($0.priceNow)])
            }
        case .category:
            return try client.ask(CategoryList()).value().map {
                PickRow(id: $0.category.id, name: $0.category.name, facts: ["\($0.open.counted("task")) open"])
            }
        case .session:
            return try client.ask(SessionList(limit: 1000)).value().sessions.map {
                PickRow(
                    id: $0.id, name: dateAndTimes($0),
                    facts: [length($0.seconds), $0.category] + [$0.taskTitle, $0.note].compactMap(\.self))
            }
        }
    }

    private static func tasks(_ client: Client) throws(CommandError) -> [PickRow] {
        var rows: [PickRow] = []
        var list = TaskList(limit: 1000)
        var pages = Pages(of: TaskList.method)
        client.asksForPresent = true
        defer { client.asksForPresent = false }
        while true {
            let page = try client.ask(list).value()
            rows += page.tasks.map { task in
                let due = task.due.map { "due \($0.shortText(client.present))" }
                return PickRow(
                    id: task.id, name: task.title, facts: [task.category] + [due].compactMap(\.self) + [tagsText(task)])
            }
            guard let next = page.next else { return rows }
            try pages.go(to: next)
            list.before = next
        }
    }
}

/// A row of a list to choose from.
struct PickRow: ListedItem {
    let id: Int
    /// As the daemon says it.
    let name: String
    /// What the row says besides, on one line.
    let remark: String
    private let text: String

    init(id: Int, name: String, facts: [String]) {
        (self.id, self.name) = (id, name)
        remark = facts.map(printable).filter { !$0.isEmpty }.joined(separator: " · ")
        text = "\(name) \(remark)".folded
    }

    var heading: String? { nil }

    func has(_ word: String) -> Bool { text.contains(word) || "\(id)" == word }
}
