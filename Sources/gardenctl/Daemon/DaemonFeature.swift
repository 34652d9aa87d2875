import ArgumentParser
import GardenAPI

/// The commands for the daemon and its settings.
enum DaemonFeature: ClientFeature {
    static let group = CommandGroup(
        name: "Daemon",
        subcommands: [
            ConfigCommand.self, ReloadCommand.self, DoctorCommand.self, BackupCommand.self, CallCommand.self,
        ])

    static var synonyms: [String: [String]] {
        [
            "settings": ["config"], "restore": ["gardend restore"], "version": ["--version"],
        ]
    }
}

extension Completions {
    static let methods = CompletionKind.custom { words, _, _ in
        let methods = ask(RPCDiscover(), words)?["methods"]?.arrayValue ?? []
        return candidates(methods.map { ($0["name"]?.stringValue ?? "", "method") })
    }
}
