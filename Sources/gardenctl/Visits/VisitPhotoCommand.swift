import ArgumentParser
import GardenAPI

extension VisitCommand {
    struct Photo: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "photo",
            abstract: "Add a photo to a visit, or remove one.",
            discussion: """
                A visit has up to four photos: JPEG, PNG, WebP or HEIC by their content, of at most 20 MiB each. gardend keeps \
                a copy of each file; yours is never changed. gardenctl visit show prints where the copies are. Backups do not \
                have them: copy the directory photos in the data directory, too.

                  gardenctl visit photo add 12 ~/Pictures/station.jpg
                  gardenctl visit photo remove 12 9f86d081
                """,
            subcommands: [Add.self, Remove.self],
            aliases: ["photos"])

        struct Add: AskingCommand {
            static let configuration = CommandConfiguration(
                commandName: "add",
                abstract: "Add a photo to a visit.",
                discussion: """
                    gardend keeps a copy of the file. The same picture in several visits is kept once.

                      gardenctl visit photo add 12 ~/Pictures/station.jpg
                    """)

            @OptionGroup var target: VisitArgument

            @Argument(help: ArgumentHelp("The picture.", valueName: "file"), completion: .file())
            var file: String

            @OptionGroup var common: CommonOptions

            static let answerSeconds = 60

            func request() -> VisitAddPhoto { VisitAddPhoto(id: target.id, uid: target.uid, upload: "photo") }

            func answer(from client: Client) throws(CommandError) -> Client.Answer<Visit> {
                try client.addPhoto(file, toVisit: target.id, uid: target.uid)
            }

            func rendered(_ response: Visit, _ style: Style) -> String {
                "\(visitLine("Added a photo to", response, style))\n\(visitFacts(response, style))"
            }
        }

        struct Remove: AskingCommand {
            static let configuration = CommandConfiguration(
                commandName: "remove",
                abstract: "Remove a photo from a visit.",
                discussion: """
                    The photo is named by its first 4 or more digits, as gardenctl visit show prints them. Its file is removed \
                    once no visit has it and undo can no longer bring it back.

                      gardenctl visit photo remove 12 9f86d081
                    """,
                aliases: ["rm", "delete"])

            @OptionGroup var target: VisitArgument

            @Argument(help: ArgumentHelp("The first digits of the photo's name.", valueName: "photo"))
            var photo: String

            @OptionGroup var common: CommonOptions

            func request() -> VisitRemovePhoto { VisitRemovePhoto(id: target.id, uid: target.uid, photo: photo) }

            func rendered(_ response: Visit, _ style: Style) -> String {
                "\(visitLine("Removed a photo from", response, style))\n\(visitFacts(response, style))"
            }
        }
    }
}

/// Photos of a visit that is added.
struct PhotoOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A picture; give it again for more, up to four.", valueName: "file"), completion: .file())
    var photo: [String] = []

    func validate() throws {
        guard photo.count <= Limits.photosOfVisit else {
            throw ValidationError("a visit has at most \(Limits.photosOfVisit) photos, not \(photo.count)")
        }
    }

    /// Adds a visit, and then its photos. Nothing is added if a file cannot be read.
    func adding(
        by client: Client, _ add: () throws(CommandError) -> Client.Answer<Visit>
    ) throws(CommandError) -> Client.Answer<Visit> {
        for file in photo { try PhotoCopy.check(file) }
        var answer = try add()
        guard !photo.isEmpty else { return answer }
        let id = try answer.value().id
        for file in photo {
            do throws(CommandError) { answer = try client.addPhoto(file, toVisit: id, uid: nil) } catch {
                throw error.preceded(by: "the visit was added (id \(id)), but not the photo \(printable(file)): ")
            }
        }
        return answer
    }
}

extension Client {
    /// Copies a file to the daemon, and adds it to a visit.
    func addPhoto(_ file: String, toVisit id: Int?, uid: String?) throws(CommandError) -> Answer<Visit> {
        do throws(CommandError) { return try sendPhoto(file, toVisit: id, uid: uid) } catch {
            // A daemon that was killed when it had taken the file has removed it.
            guard case .refused(let refusal) = error, refusal.details["kind"] == "upload" else { throw error }
            return try sendPhoto(file, toVisit: id, uid: uid)
        }
    }

    private func sendPhoto(_ file: String, toVisit id: Int?, uid: String?) throws(CommandError) -> Answer<Visit> {
        guard let folder = try ask(DaemonHello()).value().photos else {
            throw .unreachable("this daemon keeps no photos\n\(ConnectionFailure.releases)")
        }
        return try PhotoCopy.sending(file, to: folder) { name throws(CommandError) in
            try ask(VisitAddPhoto(id: id, uid: uid, upload: name))
        }
    }
}

extension CommandError {
    /// The same error with words before its message.
    fileprivate func preceded(by words: String) -> CommandError {
        switch self {
        case .refused(var refusal):
            refusal.message = words + refusal.message
            return .refused(refusal)
        case .system(let text): return .system(words + text)
        case .usage(let text): return .usage(words + text)
        case .unreachable(let text): return .unreachable(words + text)
        case .parsing, .connectionFailed, .unwritable, .readerGone, .alreadyReported: return self
        }
    }
}
