internal import PagerModel
internal import PagerWire

/// The subcommand `completions`: prints completion scripts for bash, zsh and fish.
enum Completions {
    static let verb = Verb(
        name: "completions", summary: "Prints a completion script for a shell.",
        arguments: "bash|zsh|fish", count: 1...2,
        forms: [("added [METHOD]", "completions of the daemon's added kinds, for the scripts")],
        notes: "The scripts complete subcommands, options and the ids of the running daemon.",
        values: { ["bash", "zsh", "fish"] },
        run: { (options, arguments) throws(Failure) in try run(options, arguments) })

    private static func run(
        _ options: GlobalOptions, _ arguments: VerbArguments
    ) throws(Failure) -> Int32 {
        switch arguments.words {
        case ["added"]:
            Terminal.print(lines: words(try AddedKinds(options).commands().map(\.method)))
        case let words where words.first == "added" && words.count == 2:
            Terminal.print(lines: try added(after: words[1], options))
        case ["bash"]: Terminal.print(own: bash)
        case ["zsh"]: Terminal.print(own: zsh)
        case ["fish"]: Terminal.print(own: fish)
        default:
            throw arguments.misuse("completions needs bash, zsh or fish")
        }
        return 0
    }

    /// Returns the words that a daemon with additional kinds adds to the completions after a verb.
    /// Depending on the verb, the words are kinds, categories of events, commands, or the flags of
    /// a command.
    private static func added(
        after verb: String, _ options: GlobalOptions
    ) throws(Failure) -> [String] {
        switch verb {
        case ControllerCreate.method:
            return words(try AddedKinds(options).kinds, besides: Kinds.names)
        case Subscribe.verb.name:
            let categories = try AddedKinds(options).words.categories
            return words(categories, besides: EventWords.builtIn.categories).map { $0 + "." }
        case Help.verb.name:
            return words(try AddedKinds(options).commands().map(\.method))
        default:
            let form = try Invocation.command(verb, options)
            return form.fields.filter { isWord($0.name) }.flatMap { flags($0.name, $0.schema) }
        }
    }

    /// Returns those of `texts` that need no quoting in a shell and are not in `known`.
    private static func words(_ texts: [String], besides known: [String] = []) -> [String] {
        let known = Set<TextKey>(known.map { TextKey($0) })
        return texts.filter { isWord($0) && !known.contains(TextKey($0)) }
    }

    /// Returns whether a word can be used in a shell without quotes. A daemon's command names may
    /// contain any characters, and bash would expand characters such as `$` in the offered words.
    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { Identifier.allows($0) || $0 == UInt8(ascii: ".") }
    }

    /// The words to offer for the completion of a subcommand.
    private struct Entry {
        var names: [String]
        var summary: String
        /// The flags. A flag without a schema belongs to pagerctl itself and takes no value.
        var flags: [(name: String, schema: Schema?, doc: String)]
        /// The possible values of the first argument, if they are known.
        var values: [String]
        /// The subcommand's name if a running daemon can add words to `values`, otherwise nil.
        var growing: String?
        var takesIDs: Bool
    }

    private static var entries: [Entry] {
        let methods = Vocabulary.methods.map { type in
            let fields = type.declaration
            var flags: [(String, Schema?, String)] = fields.filter { $0.presence != .rest }
                .map { ($0.name, $0.schema, $0.doc) }
            if flags.count < fields.count {
                flags += OptionFields.groups.flatMap { group in
                    group.fields.map { ($0.name, $0.schema, group.mark + $0.doc) }
                }
            }
            if CommandForm(type).startsTransition {
                flags.append(("wait", nil, "return when the transition has ended"))
                flags.append(("exit-code", nil, "exit with status 4 if nothing moved"))
            }
            var values: [String] = []
            if let slot = Usage.slots(of: fields).first {
                if case .enumeration(let names) = slot.schema { values = names }
                if slot.name == "kind" {
                    values = Kinds.names
                }
            }
            let synonyms = Synonym.all.filter { $0.subcommand == type.method }.map(\.word)
            return Entry(
                names: [type.method]
                    + (Vocabulary.alias(of: type.method).map { [$0] } ?? []) + synonyms,
                summary: type.summary, flags: flags, values: values,
                growing: type.method == ControllerCreate.method ? type.method : nil,
                takesIDs: values.isEmpty && fields.contains { isID($0.schema) })
        }
        return methods + Vocabulary.verbs.map(entry)
    }

    private static func isID(_ schema: Schema) -> Bool {
        schema == .identifier || schema == .array(.identifier)
    }

    private static func entry(_ verb: Verb) -> Entry {
        Entry(
            names: [verb.name] + Synonym.all.filter { $0.subcommand == verb.name }.map(\.word),
            summary: verb.summary,
            flags: verb.options.map { option in
                (String(option.flag.dropFirst(2)), option.value.map { _ in .string }, option.doc)
            },
            values: verb.values(), growing: verb.hasAddedValues ? verb.name : nil,
            takesIDs: verb.takesIDs)
    }

    /// Returns the values of the first argument, for a shell script. If a daemon may add values,
    /// the result ends with a command substitution that prints the added values.
    private static func values(_ entry: Entry) -> String {
        let own = entry.values.joined(separator: " ")
        return entry.growing.map { "\(own) $(\(addedFlags($0)))" } ?? own
    }

    private static var globals: [String] { GlobalOptions.flags }

    private static func flags(_ entry: Entry) -> [String] {
        entry.flags.flatMap { flags($0.name, $0.schema) }
    }

    private static func flags(_ name: String, _ schema: Schema?) -> [String] {
        schema == .boolean ? ["--\(name)", "--no-\(name)"] : ["--\(name)"]
    }

    private static func choices(_ schema: Schema?) -> [String]? {
        switch schema {
        case .enumeration(let names): names
        case .booleanOr(let names): ["true", "false"] + names
        case .array(let element): choices(element)
        default: nil
        }
    }

    fileprivate static let addedCommand = addedFlags("")

    /// Returns a shell command that requests the additional completions after `verb` from the
    /// running daemon. If `verb` is empty, the completions are the names of additional commands.
    fileprivate static func addedFlags(_ verb: String) -> String {
        "pagerctl --timeout 0.3 completions added \(verb) 2>/dev/null"
    }

    /// The shell command that prints the ids of the daemon's controllers. Its time-out is short,
    /// so that the shell does not hang while the user types.
    fileprivate static let idsCommand =
        "pagerctl --timeout 0.3 --json controller.list 2>/dev/null "
        + "| grep -oE '\"id\":\"[A-Za-z0-9_-]+\"' | cut -d: -f2 | tr -d '\"'"
}

// MARK: bash

extension Completions {
    private static var bash: String {
        var lines = [
            "# pagerctl completion for bash: eval \"$(pagerctl completions bash)\"",
            "_pagerctl_ids() {", "  \(idsCommand)", "}",
            "_pagerctl_added() {", "  \(addedCommand)", "}", "_pagerctl() {",
            "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb= word i",
            "  COMPREPLY=()",
            "  for ((i = 1; i < COMP_CWORD; i++)); do",
            "    word=${COMP_WORDS[i]}",
            "    case $word in \(valued)) ((i++)) ;; -*) ;; *) verb=$word; break ;; esac",
            "  done", "  local flags='\(globals.joined(separator: " "))' words=", "  case $verb in",
            "  '') words=\"\(entries.flatMap(\.names).joined(separator: " ")) $(_pagerctl_added)\" ;;",
        ]
        for entry in entries {
            lines.append("  \(entry.names.joined(separator: "|")))")
            let own = flags(entry)
            if !own.isEmpty { lines.append("    flags=\"$flags \(own.joined(separator: " "))\"") }
            let cases = entry.flags.compactMap { flag in
                choices(flag.schema).map {
                    "--\(flag.name)) words='\($0.joined(separator: " "))' ;;"
                }
            }
            let other =
                entry.values.isEmpty
                ? (entry.takesIDs ? "words=$(_pagerctl_ids)" : ":")
                : "words=\"\(values(entry))\""
            lines.append("    case $prev in \(cases.joined(separator: " ")) *) \(other) ;; esac ;;")
        }
        lines += [
            "  *.*) flags=\"$flags $(\(addedFlags("$verb")))\"; words=$(_pagerctl_ids) ;;",
            "  esac",
            "  [[ $cur == -* ]] && words=$flags",
            "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))",
            "  [[ $verb == check && $cur != -* ]] && COMPREPLY=($(compgen -f -- \"$cur\"))",
            "  return 0", "}", "complete -o default -F _pagerctl pagerctl",
        ]
        return lines.joined(separator: "\n")
    }

    private static var valued: String { GlobalOptions.valued.map(\.flag).joined(separator: "|") }
}

// MARK: zsh

extension Completions {
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }

    private static var zsh: String {
        var lines = [
            "#compdef pagerctl",
            "_pagerctl_ids() {", "  compadd -- $(\(idsCommand))", "}",
            "_pagerctl_added() {", "  compadd -- $(\(addedCommand))", "}",
            "_pagerctl() {", "  local -a verbs flags", "  local verb= word", "  integer i",
            "  for ((i = 2; i < CURRENT; i++)); do",
            "    word=$words[i]",
            "    case $word in \(valued)) ((i++)) ;; -*) ;; *) verb=$word; break ;; esac",
            "  done", "  flags=(\(globals.joined(separator: " ")))", "  case $verb in", "  '')",
            "    verbs=(",
        ]
        for entry in entries {
            for name in entry.names { lines.append("      \(quoted("\(name):\(entry.summary)"))") }
        }
        lines += [
            "    )", "    if [[ $PREFIX == -* ]]; then compadd -- $flags",
            "    else _describe subcommand verbs; _pagerctl_added; fi ;;",
        ]
        for entry in entries {
            lines.append("  \(entry.names.joined(separator: "|")))")
            lines.append("    flags+=(\(flags(entry).joined(separator: " ")))")
            let cases = entry.flags.compactMap { flag in
                choices(flag.schema).map {
                    "--\(flag.name)) compadd -- \($0.joined(separator: " ")); return ;;"
                }
            }
            lines.append("    case $words[CURRENT-1] in \(cases.joined(separator: " ")) *) ;; esac")
            let other =
                entry.values.isEmpty
                ? (entry.takesIDs ? "_pagerctl_ids" : "_files")
                : "compadd -- \(values(entry))"
            lines.append("    if [[ $PREFIX == -* ]]; then compadd -- $flags; else \(other); fi ;;")
        }
        // zsh may load this script from a file at the first completion. The script is then the body
        // of the function `_pagerctl`.
        lines += [
            "  *.*)",
            "    if [[ $PREFIX == -* ]]; then compadd -- $flags $(\(addedFlags("$verb")))",
            "    else _pagerctl_ids; fi ;;",
            "  esac", "}",
            "if [[ $funcstack[1] == _pagerctl ]]; then _pagerctl",
            "else compdef _pagerctl pagerctl; fi",
        ]
        return lines.joined(separator: "\n")
    }
}

// MARK: fish

extension Completions {
    private static var fish: String {
        var lines = [
            "# pagerctl completion for fish: pagerctl completions fish | source",
            "function __pagerctl_ids", "  \(idsCommand)", "end",
            "complete -c pagerctl -n __fish_use_subcommand -a '(\(addedCommand))'",
            "complete -c pagerctl -f",
        ]
        for option in GlobalOptions.valued {
            lines.append(
                "complete -c pagerctl -l \(option.flag.dropFirst(2)) -x "
                    + "-d \(fishQuoted(option.doc))"
            )
        }
        for option in GlobalOptions.plain {
            lines.append(
                "complete -c pagerctl -l \(option.flag.dropFirst(2)) -d \(fishQuoted(option.doc))")
        }
        for entry in entries {
            for name in entry.names {
                lines.append(
                    "complete -c pagerctl -n __fish_use_subcommand -a \(name) "
                        + "-d \(fishQuoted(entry.summary))"
                )
            }
            let condition = "-n '__fish_seen_subcommand_from \(entry.names.joined(separator: " "))'"
            for flag in entry.flags {
                let values = choices(flag.schema).map { " -x -a '\($0.joined(separator: " "))'" }
                let form = flag.schema == .boolean || flag.schema == nil ? "" : values ?? " -x"
                lines.append(
                    "complete -c pagerctl \(condition) -l \(flag.name)\(form) "
                        + "-d \(fishQuoted(flag.doc))"
                )
            }
            if !entry.values.isEmpty {
                lines.append(
                    "complete -c pagerctl \(condition) -a '\(entry.values.joined(separator: " "))'")
                if let verb = entry.growing {
                    lines.append("complete -c pagerctl \(condition) -a '(\(addedFlags(verb)))'")
                }
            } else if entry.takesIDs {
                lines.append("complete -c pagerctl \(condition) -a '(__pagerctl_ids)'")
            }
        }
        let verb = "(commandline -opc | string match '*.*')"
        lines.append(
            "complete -c pagerctl -n 'string match -q \"*.*\" -- (commandline -opc)' "
                + "-a '(__pagerctl_ids) (\(addedFlags(verb)))'")
        lines.append("complete -c pagerctl -n '__fish_seen_subcommand_from check' -F")
        return lines.joined(separator: "\n")
    }

    private static func fishQuoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "\\'") + "'"
    }
}
