import GardenAPI

extension Client {
    private static let mostOfAPage = 1000

    /// The sessions of all pages, the first one first.
    func allSessions(_ request: SessionList) throws(CommandError) -> [Session] {
        var (request, pages) = (request, Pages(of: SessionList.method))
        var sessions: [Session] = []
        request.limit = Self.mostOfAPage
        while true {
            let page = try askEvenIfCompleted(request).value()
            sessions += page.sessions
            guard let next = page.next else { return sessions.reversed() }
            try pages.go(to: next)
            request.before = next
        }
    }
}
