import GardenAPI
import GardenCore
import WorkKit

/// A slot of a reply that waits for work outside its turn. The connection holds the reply: a client that leaves takes its
/// requests with it.
struct PendingSlot {
    weak var reply: Reply?
    let index: Int
}

/// Work that takes longer than a turn, done in slices of a few milliseconds: long lists, one after the other; a snapshot; and the
/// reading of the tasks after a start.
struct BackgroundWork {
    /// A third of a millisecond of work: the first requests after a start come in between.
    private static let tasksOfSlice = 64

    private struct WaitingList {
        let answer: ListAnswer
        let slot: PendingSlot
        /// Whether it has what is not on the disk yet.
        var reliesOnStaged: Bool
    }

    private var lists: [WaitingList] = []
    private var snapshot: SnapshotRun?
    /// A complete snapshot, which the next commit writes.
    private var finishedSnapshot: StateSnapshot?
    /// The tasks that a start has not read. They are read soon, so that no search among all of them has to.
    private var unread: ArraySlice<Int> = []

    // Each turn asks. Called, it would get a copy of all of this.
    @inline(__always)
    var isEmpty: Bool {
        lists.isEmpty && snapshot == nil && unread.isEmpty
    }

    mutating func read(_ tasks: [Int]) { unread = tasks[...] }

    mutating func append(_ list: ListAnswer, for slot: PendingSlot, reliesOnStaged: Bool) {
        slot.reply?.listBytes = list.heldBytes
        lists.append(WaitingList(answer: list, slot: slot, reliesOnStaged: reliesOnStaged))
    }

    /// The commit succeeded: what the lists have is on the disk.
    mutating func confirmStagedLists() {
        for index in lists.indices { lists[index].reliesOnStaged = false }
    }

    /// The commit failed: lists that rely on it are answered with the error.
    mutating func endStagedLists(with error: GardenError) {
        let ended = lists.filter(\.reliesOnStaged)
        lists.removeAll(where: \.reliesOnStaged)
        for list in ended { list.slot.reply?.resolve(list.slot.index, .failure(error)) }
    }

    /// Begins a snapshot, unless one is being made or waits for the next commit.
    mutating func beginSnapshot(of state: GardenState) {
        if snapshot == nil, finishedSnapshot == nil { snapshot = SnapshotRun(of: state) }
    }

    /// Hands over the snapshot for the next commit; `nil` while it is not complete.
    mutating func takeSnapshot() -> StateSnapshot? {
        defer { finishedSnapshot = nil }
        return finishedSnapshot
    }

    /// Does one slice.
    ///
    /// - Parameter mayContinue: whether the list for a reply may be continued now.
    /// - Returns: whether there was something to do, and what a list that is complete now reports.
    mutating func advance(
        _ state: GardenState, lists mayContinue: (Reply) -> Bool
    ) -> (didWork: Bool, report: (any MachineReport)?) {
        Work.note(.values)
        let hasOtherWork = snapshot != nil || !unread.isEmpty
        let (didList, report) = advanceList(mayContinue)
        readTasks(state)
        advanceSnapshot()
        return (didList || hasOtherWork, report)
    }

    /// A task remains read, whatever happens to the state.
    private mutating func readTasks(_ state: GardenState) {
        Work.note(unread.prefix(Self.tasksOfSlice).count, .values)
        state.tasks.read(unread.prefix(Self.tasksOfSlice))
        unread = unread.dropFirst(Self.tasksOfSlice)
    }

    /// Does a slice of the first list that may be continued, which then goes to the end.
    private mutating func advanceList(_ mayContinue: (Reply) -> Bool) -> (Bool, (any MachineReport)?) {
        // A client that left takes its requests with it.
        lists.removeAll { $0.slot.reply == nil }
        guard let index = lists.firstIndex(where: { $0.slot.reply.map(mayContinue) ?? false }) else {
            return (false, nil)
        }
        let list = lists.remove(at: index)
        do throws(GardenError) {
            if let result = try list.answer.advance() {
                list.slot.reply?.resolve(list.slot.index, .success(Answer(result)))
            } else {
                list.slot.reply?.listBytes = list.answer.heldBytes
                lists.append(list)
            }
        } catch {
            list.slot.reply?.resolve(list.slot.index, .failure(error))
        }
        return (true, list.answer.report)
    }

    private mutating func advanceSnapshot() {
        guard let record = snapshot?.advance(), let seq = snapshot?.seq else { return }
        snapshot = nil
        finishedSnapshot = StateSnapshot(seq: seq, record: record)
    }
}
