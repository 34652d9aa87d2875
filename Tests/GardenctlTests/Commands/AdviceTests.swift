import GardenAPI
import Testing

@testable import gardenctl

/// What gardenctl adds to a refusal.
@Suite struct AdviceTests {
    @Test(
        "P22: words that mean a day are pointed out where they were taken for a name",
        arguments: [
            ("coffee yesterday", "to list: gardenctl shop; for another day: gardenctl buy … --at yesterday"),
            ("Coffee FRI", "to list: gardenctl shop; for another day: gardenctl buy … --at fri"),
            ("Walk the dog 2 hours ago", "to list: gardenctl shop; for another day: gardenctl buy … --at 2 hours ago"),
            ("coffee", "to list: gardenctl shop"), ("yesterday", "to list: gardenctl shop"),
            ("Black and mo", "to list: gardenctl shop"), ("Long ago", "to list: gardenctl shop"),
        ])
    func dayAtTheEnd(name: String, advice: String) {
        let refusal = GardenError(
            .notFound, "no item is named \(name)", [("kind", "item"), ("name", .string(name))])
        #expect(ClientFeatures.advice(on: refusal) == advice)
    }

    @Test func aCategoryHasNoDay() {
        let refusal = GardenError(
            .notFound, "no category is named Reading sun", [("kind", "category"), ("name", "Reading sun")])
        #expect(ClientFeatures.advice(on: refusal) == "to list: gardenctl category")
    }
}
