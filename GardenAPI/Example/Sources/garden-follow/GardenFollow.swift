// An example of a client: keeps a file with a line for each event.
//
//     garden-follow note TEXT      writes a line into today's log
//     garden-follow to FILE        appends each event to FILE, from the first one on, and prints it
//
// The number of an event is the first word of its line, so the file itself says where to go on after the program ends. Each event is
// in it once, whatever ends: the daemon, this program, or a journal that a restored backup replaces. After a journal that the daemon
// does not know at all, the file begins again, with new events.

import GardenAPI
import GardenClient
import Glibc

@main
struct GardenFollow {
    static func main() {
        let client = GardenClient(name: "garden-follow")
        let words = CommandLine.arguments.dropFirst()
        guard words.count == 2, let command = words.first, let value = words.last, ["note", "to"].contains(command)
        else {
            complain("usage: garden-follow note TEXT, or garden-follow to FILE")
            exit(EX_USAGE)
        }
        do {
            if command == "note" {
                let line = try client.send(LogNote(text: value))
                print("line \(line.id) is in today's log")
            } else {
                try follow(client, to: EventFile(path: value))
            }
        } catch {
            complain("\(error)")
            exit(EXIT_FAILURE)
        }
    }

    private static func follow(_ client: GardenClient, to file: EventFile) throws {
        var file = file
        try client.follow(EventsSubscribe(since: file.lastSeq, epoch: file.epoch)) { news in
            switch news {
            case .began(let subscription): try file.begin(subscription)
            case .event(let event): try write("\(file.append(event))\n", to: STDOUT_FILENO)
            case .away: complain("the daemon is away; trying again")
            case .replaced(let replacement): try file.cut(after: replacement.lastCommon)
            }
            return true
        }
    }

    private static func complain(_ problem: String) {
        write("garden-follow: \(problem)\n", to: STDERR_FILENO)
    }

    /// Unlike `print`, it writes each line at once into a pipe, too.
    private static func write(_ text: String, to descriptor: Int32) {
        _ = text.withCString { Glibc.write(descriptor, $0, strlen($0)) }
    }
}
