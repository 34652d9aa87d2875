import ArgumentParser
import GardenAPI

/// The commands for visits.
enum VisitFeature: ClientFeature {
    static let group = CommandGroup(
        name: "Visits",
        subcommands: [
            VisitCommand.self, VisitTagCommand<LabelType>.self, VisitTagCommand<GroupType>.self,
            VisitTagCommand<MemberType>.self,
        ])

    static func advice(on refusal: GardenError) -> String? {
        switch refusal.details["reason"]?.stringValue.flatMap(RefusalReason.init(rawValue:)) {
        case .notInTrash:
            refusal.details["id"]?.integerValue.map { "remove it first: gardenctl visit remove \($0)" }
        case .locationDenied, .locationNoAgent, .locationTimeout:
            "to give the place instead: gardenctl visit add --lat LATITUDE --lon LONGITUDE"
        default: nil
        }
    }
}

extension Completions {
    static let labels = names(of: LabelList(), "label")
    static let groups = names(of: GroupList(), "group")
    static let members = names(of: MemberList(), "member")

    /// The newest visits.
    static let visits = CompletionKind.custom { words, _, _ in
        let visits = ask(VisitList(limit: 50), words)?["visits"]?.arrayValue ?? []
        return candidates(
            visits.map { visit in
                let name = ["title", "facility", "address"].lazy.compactMap { visit[$0]?.stringValue }.first
                return (visit["id"]?.integerValue.map(String.init) ?? "", name ?? "visit")
            })
    }
}
