import GardenAPI
import Testing

@Suite struct EntityReferenceTests {
    @Test(
        arguments: [
            (#"{}"#, "id is missing; give id or name"),
            (#"{"id":null,"name":null}"#, "id is missing; give id or name"),
            (#"{"id":1,"name":"Work"}"#, "name conflicts with id; give id or name, not both"),
            (#"{"id":0}"#, "id must be a positive integer, not 0"),
            (#"{"id":"1"}"#, #"id must be a positive integer, not "1""#),
            (#"{"name":" "}"#, #"name must be a line of 1 to 100 characters, not " ""#),
            (#"{"name":1}"#, "name must be a line of 1 to 100 characters, not 1"),
            (#"{"id":1,"id":2}"#, "id is given twice"),
        ])
    func exactlyOneOfIdAndNameIsRequired(text: String, message: String) throws {
        let json = try JSON.parse(text)
        for type in [CategoryRemove.self, CategoryEdit.self] as [any EntityReference.Type] {
            let mismatch = try #require(throws: ValidationError.self) { try type.init(json: json) }
            #expect(mismatch.message == message)
        }
    }

    @Test(arguments: [#"{"id":1}"#, #"{"name":"Work"}"#])
    func idOrNameSuffices(text: String) throws {
        #expect(try CategoryRemove(json: try JSON.parse(text)).json.text == text)
    }

    @Test func mergeRequiresAName() {
        #expect(throws: ValidationError(path: ["into"], problem: "is missing")) {
            try CategoryMerge(json: ["name": "Mahts"])
        }
        #expect(throws: ValidationError(path: ["id"], problem: "is missing; give id or name")) {
            try CategoryMerge(json: ["into": "Maths"])
        }
    }

    @Test func moveRequiresAPosition() {
        #expect(throws: ValidationError(path: ["position"], problem: "is missing")) {
            try CategoryMove(json: ["id": 1])
        }
    }
}
