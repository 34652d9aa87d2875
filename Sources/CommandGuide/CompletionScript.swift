import ArgumentParser

/// The script by which a shell completes a program's commands.
public enum CompletionScript {
    private static let option = "--generate-completion-script"

    /// The script that these arguments ask for, where it is one the parser's own would not do for: bash's.
    public static func text(askedBy arguments: [String], of program: any ParsableCommand.Type) -> String? {
        guard arguments == [option, "bash"] || arguments == ["\(option)=bash"] else { return nil }
        return program.configuration.commandName.map { bash($0, program.completionScript(for: .bash)) }
    }

    /// The parser's script tells readline that every candidate is a file, for the sake of blanks in it: then a folder
    /// called garden makes the command `garden/`. And it has bash expand the candidates: a category called `$(reboot)`
    /// would run. So what adds candidates is defined anew behind it: only files are called files, words are taken as
    /// they are, and quoted as the word before the cursor is.
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
