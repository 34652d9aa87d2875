import GardenAPI
import GardenCore
import GardenEngine
import SystemdKit

/// What the parts use of the daemon.
extension Daemon: DaemonHost {
    var dataFolder: String { dependencies.dataFolder }
    var configFolder: String { dependencies.config.folder }
    var socketPath: String { dependencies.listeningSocket.path }

    func now() -> Moment { clock.now() }

    func perform(_ request: some ChangeRequest, from actor: String) -> GardenError? {
        guard !isStopping else { return nil }
        let now = clock.now()
        server.publish(engine.catchUp(to: now))
        let reply = engine.decide(request, from: actor, at: now)
        server.publish(engine.commit())
        tick()
        return reply.error
    }

    func writeHeartbeat() {
        if engine.allowsHeartbeat { dependencies.writeHeartbeat() }
    }

    func readJournal(
        _ arguments: [String], onEnd: @escaping (Result<JournalCheck, StoreError>) -> Void
    ) throws(SystemError) -> JournalProcess {
        try journalProcesses.start(dependencies.ownCommand(arguments), onEnd: onEnd)
    }

    func partIsSettled() { exitIfIdle() }
}
