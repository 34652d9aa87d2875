/// A section of a manual page.
struct PageSection {
    let heading: String
    let paragraphs: [String]
    let example: [String]
}
