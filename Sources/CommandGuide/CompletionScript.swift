import ArgumentParser

/// The script that completes a program's commands in a shell.
public enum CompletionScript {
    private static let option = "--generate-completion-script"

    /// The script that these arguments request if the parser's own is not suitable: bash's.
    public static func text(askedBy arguments: [String], of program: any ParsableCommand.Type) -> String? {
        guard arguments == [option, "bash"] || arguments == ["\(option)=bash"] else { return nil }
        return program.configuration.commandName.map { bash($0, program.completionScript(for: .bash)) }
    }

    /// The parser's script declares every candidate a file, to handle blanks in it: then a folder called garden makes
    /// the command `garden/`. It also lets bash expand the candidates: a category called `$(reboot)` would run. So the
    /// function that adds candidates is redefined after it: only files are declared files, and words are added
    /// literally, quoted like the word before the cursor.
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

            complete -F _\#(program) \#(program)
            """#
    }
}
