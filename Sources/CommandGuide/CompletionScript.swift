import ArgumentParser

/// The script that completes a program's commands in a shell.
public enum CompletionScript {
    private static let option = "--generate-completion-script"

    /// The script that these arguments request, if they request one.
    public static func text(askedBy arguments: [String], of program: any ParsableCommand.Type) -> String? {
        guard let name = program.configuration.commandName, let shell = shell(arguments) else { return nil }
        let names = otherNames(of: program)
        let script = withTopics(of: program, name, inHelpOf: shell, program.completionScript(for: shell))
        guard !names.isEmpty else { return shell == .bash ? bash(name, script) : script }
        return switch shell {
        case .bash: bash(name, withOtherNames(names, inBash: script, of: name))
        case .zsh: withOtherNames(names, inZsh: script)
        case .fish: withOtherNames(names, inFish: script, of: name)
        default: nil
        }
    }

    private static func shell(_ arguments: [String]) -> CompletionShell? {
        let words = arguments.flatMap { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        guard words.count == 2, words[0] == option else { return nil }
        return CompletionShell(rawValue: words[1])
    }

    // MARK: The words after help, which the parser's scripts do not know

    private static func withTopics(
        of program: any ParsableCommand.Type, _ name: String, inHelpOf shell: CompletionShell, _ script: String
    ) -> String {
        let topics = program.configuration.subcommands.compactMap { $0.configuration.commandName }.joined(
            separator: " ")
        let function = "_\(name)_help() {\n"
        switch shell {
        case .bash:
            let offer = "    __\(name)_offer_flags_options -1\n"
            let words = """
                    if [[ "${positional_number}" -eq 1 ]]; then
                        COMPREPLY+=($(compgen -W '\(topics)' -- "${cur}"))
                    fi

                """
            return script.replacingFirst(offer, after: function, with: offer + words)
        case .zsh:
            return script.replacingFirst(
                "'*:subcommands:'", after: function, with: "'1:subcommand:(\(topics))'\n        '*:subcommands:'")
        default:
            let condition = "__\(name)_should_offer_completions_for_positional \"\(name) help\" -eq 1"
            return "\(script)\ncomplete -c '\(name)' -n '\(condition)' -fa '\(topics)'"
        }
    }

    // MARK: Other names of commands, which the parser's scripts do not know

    private typealias OtherNames = [(command: String, names: [String], abstract: String)]

    /// The commands of the first level that have other names.
    private static func otherNames(of program: any ParsableCommand.Type) -> OtherNames {
        program.configuration.groupedSubcommands.flatMap(\.subcommands).compactMap { command in
            let configuration = command.configuration
            guard let name = configuration.commandName, !configuration.aliases.isEmpty else { return nil }
            // The scripts have it between these.
            let needsQuoting = configuration.abstract.contains { "':".contains($0) }
            precondition(!needsQuoting, "the abstract of \(name) needs quotation marks")
            return (name, configuration.aliases, configuration.abstract)
        }
    }

    private static func withOtherNames(_ names: OtherNames, inBash script: String, of program: String) -> String {
        let words = names.flatMap(\.names).joined(separator: " ")
        let cases = names.map { "    \($0.names.joined(separator: "|"))) subcommand=\($0.command) ;;\n" }.joined()
        let variable = #"    local -r subcommand="${unparsed_words[0]}"\#n"#
        return script.replacingFirst(
            variable, with: variable.replacing(" -r", with: "") + "    case \"${subcommand}\" in\n\(cases)    esac\n"
        ).replacingFirst("compgen -W '", after: "# Offer subcommand completions", with: "compgen -W '\(words) ")
    }

    private static func withOtherNames(_ names: OtherNames, inZsh script: String) -> String {
        let described = names.flatMap { command in
            command.names.map { "            '\($0):\(command.abstract)'\n" }
        }.joined()
        let cases = names.map { "        \($0.names.joined(separator: "|"))) words[1]=\($0.command) ;;\n" }.joined()
        let dispatch = #"        case "${words[1]}" in\#n"#
        return script.replacingFirst(
            "        local -ar subcommands=(\n", with: "        local -ar subcommands=(\n\(described)"
        )
        .replacingFirst(dispatch, with: "\(dispatch)\(cases)        esac\n\(dispatch)")
    }

    private static func withOtherNames(_ names: OtherNames, inFish script: String, of program: String) -> String {
        let cases = names.map { command in
            "        case \(command.names.joined(separator: " "))\n            set unparsed_tokens[1] \(command.command)\n"
        }.joined()
        let dispatch = "        switch $unparsed_tokens[1]\n"
        let condition = "__\(program)_should_offer_completions_for_positional \"\(program)\" -eq 1"
        let offer = "complete -c '\(program)' -n '\(condition)' -fa"
        let offers = names.flatMap { command in
            command.names.map { "\(offer) '\($0)' -d '\(command.abstract)'\n" }
        }.joined()
        return script.replacingFirst(dispatch, with: "\(dispatch)\(cases)        end\n\(dispatch)") + "\n" + offers
    }

    /// The parser's script declares every candidate a file, to handle blanks in it: then a folder called garden makes
    /// the command `garden/`. It also lets bash expand the candidates: a category called `$(reboot)` would run. So the
    /// function that adds candidates is redefined after it: only files are declared files, and words are added
    /// literally, quoted like the word before the cursor.
    ///
    /// Bash divides words at colons (`COMP_WORDBREAKS`), and replaces only what follows the last one. So the parser's function sees
    /// them joined, and the candidates lose what is on the line already.
    private static func bash(_ program: String, _ script: String) -> String {
        let registration = "complete -o filenames -F _\(program) \(program)"
        precondition(script.hasSuffix(registration), "the parser registers its function in another way")
        return script.dropLast(registration.count) + #"""
            __\#(program)_add_completions() {
                local candidate quoted
                if [[ "${1}" != -W ]]; then
                    compopt -o filenames
                    while IFS='' read -r candidate; do
                        COMPREPLY+=("${candidate}")
                    done < <(compgen "${@}" -- "${cur}")
                    return
                fi
                while IFS='' read -r candidate; do
                    [[ -n "${candidate}" ]] || continue
                    case "${COMP_WORDS[${COMP_CWORD}]}" in
                    \"*)
                        quoted="${candidate//\\/\\\\}"
                        quoted="${quoted//\"/\\\"}"
                        quoted="${quoted//\$/\\\$}"
                        quoted="${quoted//\`/\\\`}"
                        ;;
                    \'*) quoted="${candidate//\'/\'\\\'\'}" ;;
                    *) printf -v quoted %q "${candidate}" ;;
                    esac
                    if [[ "${candidate}" = "${cur}"* || "${quoted}" = "${cur}"* ]]; then
                        COMPREPLY+=("${quoted}")
                    fi
                done <<<"${2}"
            }

            __\#(program)_with_colons() {
                local rest="${COMP_LINE}" current="${COMP_WORDS[COMP_CWORD]}" blanks word index
                local -a joined=()
                local -i cursor=0
                for index in "${!COMP_WORDS[@]}"; do
                    word="${COMP_WORDS[index]}"
                    blanks="${rest%%[![:space:]]*}"
                    rest="${rest#"${blanks}"}"
                    rest="${rest#"${word}"}"
                    if [[ -z "${blanks}" && ${#joined[@]} -gt 0 && ("${word}" = :* || "${joined[-1]}" = *:) ]]; then
                        joined[-1]+="${word}"
                    else
                        joined+=("${word}")
                    fi
                    if ((index == COMP_CWORD)); then cursor=${#joined[@]}-1; fi
                done
                local -a COMP_WORDS=("${joined[@]}")
                local -i COMP_CWORD=${cursor}
                # Of a word in quotation marks, the second argument is what they have in them.
                if [[ "${joined[cursor]}" = "${current}" ]]; then
                    _\#(program) "${@}"
                    return
                fi
                _\#(program) "${1}" "${joined[cursor]}" "${joined[cursor - 1]}"
                local shown="${joined[cursor]%"${joined[cursor]##*:}"}"
                for index in "${!COMPREPLY[@]}"; do COMPREPLY[index]="${COMPREPLY[index]#"${shown}"}"; done
            }

            complete -F __\#(program)_with_colons \#(program)
            """#
    }
}

extension String {
    /// - Precondition: the text occurs, after `mark` if it is given. Otherwise the parser writes its scripts in another way.
    fileprivate func replacingFirst(_ text: String, after mark: String = "", with new: String) -> String {
        let start = mark.isEmpty ? startIndex : firstRange(of: mark)?.upperBound
        guard let start, let range = self[start...].firstRange(of: text) else {
            preconditionFailure("the parser writes its script in another way: \(mark) \(text)")
        }
        return replacingCharacters(in: range, with: new)
    }

    private func replacingCharacters(in range: Range<String.Index>, with new: String) -> String {
        self[..<range.lowerBound] + new + self[range.upperBound...]
    }
}
