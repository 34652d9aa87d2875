import GardenAPI

extension EventKind where Effect == HookFailure, Published == HookFailed {
    static let hookFailed = EventKind("hook.failed", "The hook {file} failed: {problem}") { effect, _, state in
        state.hooks.add(effect)
    } publish: { effect, _ in
        Publication(
            HookFailed(
                file: effect.file, event: effect.event, eventSeq: effect.eventSeq, problem: effect.problem))
    }
}

struct HookRecoveryEffect: WireObject {
    static let name = "HookRecoveryEffect"

    var file: String

    static let fields = Fields(HookRecoveryEffect.init, .required("file", \.file, "the file that succeeds again"))
}

extension EventKind where Effect == HookRecoveryEffect, Published == HookRecovered {
    static let hookRecovered = EventKind("hook.recovered", "The hook {file} works again") { effect, _, state in
        state.hooks.remove(effect.file)
    } publish: { effect, _ in
        Publication(HookRecovered(file: effect.file))
    }
}

struct HookDropEffect: WireObject {
    static let name = "HookDropEffect"

    var file: String
    var count: Int

    static let fields = Fields(
        HookDropEffect.init,
        .required("file", \.file, "the file, relative to the hooks directory"),
        .required("count", \.count, "how many of its runs were dropped"))
}

extension EventKind where Effect == HookDropEffect, Published == HookDropped {
    static let hookDropped = EventKind("hook.dropped", "Runs of the hook {file} dropped: {count}") {
        effect, origin, state in
        state.hooks.add(effect, at: origin.at)
    } publish: { effect, _ in
        Publication(HookDropped(file: effect.file, count: effect.count))
    }
}
