import ArgumentParser
import CommandGuide
import GardenAPI
import Testing

/// A program with one of everything.
private struct Shed: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shed", abstract: "Keep tools.",
        discussion: """
            It is `dry inside` there (`mostly`).
            Nothing rusts.

              shed lend rake

            EXIT STATUS
              0   done
              75  too full
            """,
        version: "1",
        groupedSubcommands: [
            CommandGroup(name: "Tools", subcommands: [Lend.self, Hidden.self]),
            CommandGroup(name: "Shelves", subcommands: [Shelf.self]),
        ])

    struct Lend: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "lend", abstract: "Lend a tool.",
            discussion: """
                .with care. Given --for ever it's gone: ask C:\\us.

                A second paragraph.

                  shed lend rake
                  shed lend rake --for 'Großmutter~'
                """)
        @Argument(help: "The tool.") var tool: [String] = []
        @Option(name: .shortAndLong, help: ArgumentHelp("Whom.", discussion: "Anybody.", valueName: "name or id"))
        var `for` = "me"
        @Option(help: "How dear.") var price: Price?
        @Flag(help: "Even so.") var force = false
        @Flag(inversion: .prefixedNo, help: "In the rain.") var wet: Bool?
        @Option(help: ArgumentHelp("Secret.", visibility: .hidden)) var secret: String?
    }

    enum Price: String, CaseIterable, ExpressibleByArgument { case low, high }

    struct Hidden: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "hidden", shouldDisplay: false)
    }

    struct Shelf: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "shelf", abstract: "Shelves.", discussion: "They are wooden.",
            subcommands: [All.self, Up.self],
            defaultSubcommand: All.self)

        struct All: ParsableCommand {
            static let configuration = CommandConfiguration(commandName: "all", abstract: "List them.")
        }

        struct Up: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "up", abstract: "Move up.", discussion: "  shed shelf up -2")
            @Argument(parsing: .allUnrecognized, help: "How far.") var by: [String]
        }
    }
}

@Suite struct CommandPageTests {
    @Test func aPageCombinesTheDefinitionsAndTheProgramsText() throws {
        let page = CommandPage(
            synopsis: [["Ar command"], ["Fl -version"]], description: ["And so on."],
            signals: [.init("SIGHUP", "Open the door.")], files: [.init("~/.shed", "The shed.")],
            environment: [.init("SHED", "Another.")], seeAlso: ["rake 1", "tools 5"])

        #expect(
            page.text(of: Shed.self) == #"""
                .Dd \#(CommandPage.date)
                .Dt SHED 1
                .Os "Pocket Garden \#(GardenVersion.current)"
                .Sh NAME
                .Nm shed
                .Nd keep tools
                .Sh SYNOPSIS
                .Nm
                .Ar command
                .Nm
                .Fl -version
                .Sh DESCRIPTION
                It is \fBdry inside\fR there (\fBmostly\fR).
                Nothing rusts.
                .Pp
                And so on.
                .Sh OPTIONS
                Every command takes these:
                .Bl -tag -width Ds
                .It Fl \-version
                Show the version.
                .It Fl h , Fl \-help
                Show help information.
                .El
                .Sh COMMANDS
                .Ss Tools\&
                .Bl -tag -width Ds
                .It Cm lend Oo Ar tool Ns ... Oc Oo Fl f Ar "name or id" Oc Oo Fl \-price Ar price Oc Oo Fl \-force Oc \#
                Oo Fl \-wet/\-\-no\-wet Oc
                Lend a tool.
                \&.with care.
                Given \-\-for ever it\(aqs gone: ask C:\eus.
                .Pp
                A second paragraph.
                .Bl -tag -width Ds -compact
                .It Ar tool
                The tool.
                .It Fl f , Fl \-for Ar "name or id"
                Whom.
                Anybody.
                Default: me.
                .It Fl \-price Ar price
                How dear.
                One of low, high.
                .It Fl \-force
                Even so.
                .It Fl \-wet/\-\-no\-wet
                In the rain.
                .El
                .El
                .Ss Shelves\&
                .Bl -tag -width Ds
                .It Cm shelf Ar command
                Shelves.
                They are wooden.
                .It Cm shelf Oo Cm all Oc
                List them.
                .It Cm shelf Cm up Ar by
                Move up.
                .Bl -tag -width Ds -compact
                .It Ar by
                How far.
                .El
                .El
                .Sh SIGNALS
                .Bl -tag -width Ds
                .It Dv SIGHUP
                Open the door.
                .El
                .Sh ENVIRONMENT
                .Bl -tag -width Ds
                .It Ev SHED
                Another.
                .El
                .Sh FILES
                .Bl -tag -width Ds
                .It Pa \(ti/.shed
                The shed.
                .El
                .Sh EXIT STATUS
                .Bl -tag -width Ds
                .It Li \&0
                Done.
                .It Li 75
                Too full.
                .El
                .Sh EXAMPLES
                To begin with:
                .Bd -literal -offset indent
                shed lend rake
                .Ed
                .Pp
                Lend a tool:
                .Bd -literal -offset indent
                shed lend rake \-\-for \(aqGro\[u00DF]mutter\(ti\(aq
                .Ed
                .Pp
                Move up:
                .Bd -literal -offset indent
                shed shelf up \-2
                .Ed
                .Sh SEE ALSO
                .Xr rake 1 ,
                .Xr tools 5

                """#)
    }

    @Test func aPageIsFoundByItsFileName() {
        func page(_ file: String) -> String? { file == "shed.1" ? ".Sh A\n.Sh B\n" : nil }

        #expect(CommandPage.text(askedBy: ["--generate-manual", "shed.1"], among: page) == ".Sh A\n.Sh B")
        for arguments in [["--generate-manual"], ["--generate-manual", "x.1"], ["shed.1"], ["lend", "shed.1"]] {
            #expect(CommandPage.text(askedBy: arguments, among: page) == nil)
        }
    }
}
