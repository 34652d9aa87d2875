import GardenCore

/// The runs of hooks that wait, and the files that run (RULES H2).
struct HookQueue {
    /// A run that waits.
    struct Run: Equatable {
        var file: HookFile
        var input: HookInput
        /// The authors of the changes that led to it, as far as they are hooks.
        var ancestors: Set<String>
    }

    static let mostRunning = 4
    static let mostWaiting = 256

    private var waiting: [Run] = []
    /// The files that run, with links followed.
    private var running: Set<String> = []
    /// How many runs of each file were dropped since the last ``takeDrops(of:)``; with 0 for those that were taken, while more may
    /// come.
    private var drops: [String: Int] = [:]

    /// The authors of the changes that led to the last run of each hook, itself included; by author.
    private var lineages: [String: Set<String>] = [:]
    private static let mostLineages = 1024

    /// A hook, and the hooks that have led to its last run by their changes, as authors.
    func lineage(of author: String) -> Set<String> { lineages[author] ?? [author] }

    /// Adds a run. If too many wait, the last run of the file with the most is dropped, so that one that hangs does not keep
    /// others from running.
    ///
    /// - Returns: how many runs to report as dropped now, with their file: the first one at once, the others by ``takeDrops(of:)``.
    mutating func append(_ run: Run) -> (file: String, count: Int)? {
        waiting.append(run)
        guard waiting.count > Self.mostWaiting else { return nil }
        var counts: [String: Int] = [:]
        for run in waiting { counts[run.file.target, default: 0] += 1 }
        let most = counts.values.max()
        guard let last = waiting.lastIndex(where: { counts[$0.file.target] == most }) else { return nil }
        let file = waiting.remove(at: last).file.file
        guard let count = drops[file] else {
            drops[file] = 0
            return (file, 1)
        }
        drops[file] = count + 1
        return nil
    }

    /// Takes the number of dropped runs that are to be reported, once no run of the file waits.
    mutating func takeDrops(of file: String) -> Int {
        guard drops[file] != nil, !waiting.contains(where: { $0.file.file == file }) else { return 0 }
        return drops.removeValue(forKey: file) ?? 0
    }

    /// Takes the run that begins now: the one that has waited longest, of a file that does not run; `nil` if none may.
    mutating func next() -> Run? {
        guard running.count < Self.mostRunning,
            let index = waiting.firstIndex(where: { !running.contains($0.file.target) })
        else { return nil }
        let run = waiting.remove(at: index)
        running.insert(run.file.target)
        if lineages.count >= Self.mostLineages { lineages = [:] }
        lineages[run.file.author] = run.ancestors.union([run.file.author])
        return run
    }

    /// A run of a file has ended.
    mutating func end(_ file: HookFile) { running.remove(file.target) }

    /// Drops what waits.
    mutating func removeAll() { waiting = [] }
}
