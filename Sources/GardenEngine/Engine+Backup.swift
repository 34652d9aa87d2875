import GardenAPI
import GardenCore

/// Changes that wait for a backup (ARCHITECTURE, "A change with a backup").
extension Engine {
    /// Decides a change that needs a backup as far as that is possible without one.
    ///
    /// - Returns: the answer; `nil` if the change has to wait for a backup.
    func answerWithoutBackup(
        to request: DecodedRequest, _ params: [UInt8], _ change: BackedUpChange, at now: Moment
    ) throws(GardenError) -> [UInt8]? {
        if let answer = try request.earlierAnswer(params, in: stage, store) { return answer }
        if let storageError { throw .storageFailed(storageError.reason) }
        return try change.check(queryContext(at: now))
    }

    /// Has a change wait for a backup, unless it can be answered without one.
    ///
    /// - Returns: the answer; `nil` if the reply has its slot.
    func backUp(
        for request: DecodedRequest, _ params: [UInt8], _ change: BackedUpChange, _ id: RequestID, at now: Moment,
        in reply: Reply
    ) throws(GardenError) -> [UInt8]? {
        if let answer = try answerWithoutBackup(to: request, params, change, at: now) { return answer }
        // A batch is executed in order, and nothing may wait for a backup.
        guard !reply.hasOtherRequests else {
            throw .inBatch(request.message.method, because: "makes a backup first")
        }
        let slot = PendingSlot(reply: reply, index: reply.append(.pending(id)))
        backups.append(BackupQueue.Waiting(request: request, params: params, change: change, slot: slot))
        return nil
    }

    /// Begins the next backup, after answering the changes before it that no longer need one.
    ///
    /// - Returns: whether it has begun.
    func beginBackup(at now: Moment) -> Bool {
        while let next = backups.next() {
            let answer: Result<[UInt8]?, GardenError>
            do throws(GardenError) {
                answer = .success(try answerWithoutBackup(to: next.request, next.params, next.change, at: now))
            } catch {
                answer = .failure(error)
            }
            switch answer {
            case .success(nil):
                backups.begin(at: state.seq)
                platform.startBackup()
                return true
            case .success(let result?): next.slot.reply?.resolve(next.slot.index, .success(result))
            case .failure(let error): next.slot.reply?.resolve(next.slot.index, .failure(error))
            }
            backups.removeNext()
        }
        return false
    }

    /// The backup that ``Platform/startBackup()`` began has ended: performs the change that waits for it, commits it and
    /// answers it.
    ///
    /// - Returns: the committed events, for subscribers and effects.
    public func endBackup(_ made: Result<GardenBackup, StoreError>, at now: Moment) -> [Event] {
        let events = catchUp(to: now)
        var isUsed = false
        defer { if !isUsed, case .success(let made) = made { platform.discardBackup(made) } }
        guard let (waiting, backup) = backups.end(made, at: state.seq), let reply = waiting.slot.reply else {
            return events
        }
        var answer: Result<[UInt8], GardenError>
        do throws(GardenError) {
            let backup = try backup.get()
            answer = .success(
                try change(waiting.request, waiting.params, from: reply.actor, at: now) { t throws(GardenError) in
                    try waiting.change.perform(backup, &t)
                })
        } catch {
            answer = .failure(error)
        }
        let isStaged = !stage.isEmpty
        let changes = commit()
        isUsed = !changes.isEmpty
        if isStaged, let storageError {
            answer = .failure(.unsaved(storageError))
            // The change may be in the journal, and whoever finds it there needs the backup.
            if storageError.cause == .uncertain, case .success(let made) = made {
                answer = .failure(
                    .storageUncertain(storageError.reason, backup: made.path, restore: made.restoreCommand))
                isUsed = true
            }
        }
        reply.resolve(waiting.slot.index, answer)
        return events + changes
    }
}
