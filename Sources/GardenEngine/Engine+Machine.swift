import GardenAPI
import GardenCore

/// What the machine reports, apart from the time.
extension Engine {
    /// The login session reports the presence. The next ``catchUp(to:)`` writes it.
    public func update(loginPresence presence: Presence) {
        pending.presence = presence
        derived.caughtUpAt = nil
    }

    /// A run of a hook has ended. The next ``catchUp(to:)`` writes whether the hook fails now, if it did not before, or the
    /// reverse (RULES H2).
    public func note(_ outcome: HookOutcome) {
        if pending.add(outcome, to: stage.state) { derived.caughtUpAt = nil }
    }

    /// A check of visits has found one that was changed from outside. The next ``catchUp(to:)`` writes it, once for each visit
    /// (RULES V4).
    public func note(_ finding: VisitFinding?) {
        if let finding, pending.add(finding, to: stage.state) { derived.caughtUpAt = nil }
    }

    // MARK: Tests of hooks

    /// Begins to run hooks with a sample; ``endHookTest(_:)`` answers.
    func testHooks(
        _ test: HookTest, _ id: RequestID, at now: Moment, in reply: Reply
    ) throws(GardenError) {
        guard !reply.hasOtherRequests else { throw .inBatch(HookTest.method, because: "runs programs") }
        let input = try queryContext(at: now).sampleHookInput(test.event)
        if let error = platform.testHooks(with: input, file: test.file) { throw error }
        hookTest = PendingSlot(reply: reply, index: reply.append(.pending(id)))
    }

    /// The hooks that ``Platform/testHooks(with:file:)`` has begun to run have ended.
    public func endHookTest(_ report: HookTestReport) {
        guard let slot = hookTest else { return }
        hookTest = nil
        slot.reply?.resolve(slot.index, .success(report.encoded))
    }
}
