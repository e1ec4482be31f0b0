internal import PagerModel
internal import PagerWire

/// Functions that read the commands of `pagerctl batch -` from standard input.
enum BatchInput {
    /// Returns the arguments with the argument `-` replaced by the commands from standard input.
    ///
    /// - Throws: `Failure` with exit status 64 and the line of the first mistake.
    static func replacing(
        _ arguments: [String], _ options: GlobalOptions
    ) throws(Failure) -> [String] {
        guard let index = arguments.firstIndex(of: "-") else {
            if let word = arguments.first, word.first?.isLetter == true {
                throw .usage(
                    "batch reads commands from standard input, one a line: pagerctl batch -")
            }
            return arguments
        }
        let text = String(decoding: Terminal.readAll(), as: UTF8.self)
        var arguments = arguments
        arguments[index] = try commands(in: text, options).json
        return arguments
    }

    /// Parses one JSON list of commands, or one command per line.
    private static func commands(
        in text: String, _ options: GlobalOptions
    ) throws(Failure) -> Value {
        if text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") {
            return try json(text, "standard input")
        }
        var commands: [Value] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let source = "line \(index + 1)"
            let words = try words(in: line, source)
            guard let word = words.first, !word.hasPrefix("#") else { continue }
            if word.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
                commands.append(try json(word, source))
                continue
            }
            do {
                let form = try command(word, options)
                let params = try ArgumentReader.read(Array(words.dropFirst()), for: form)
                commands.append(["method": .string(form.method), "params": .object(params)])
            } catch {
                throw Failure(error.status, "\(source): \(error.text)")
            }
        }
        return .array(commands)
    }

    private static func command(
        _ word: String, _ options: GlobalOptions
    ) throws(Failure) -> CommandForm {
        guard Vocabulary.verb(word) == nil else {
            throw .usage("\(word) is not a method, so a batch cannot contain it")
        }
        let synonym = Synonym.named(word)
        if let synonym, synonym.method.map({ Vocabulary.verb($0) == nil }) != true {
            throw .usage("\(word) means more than one method, so a batch cannot contain it")
        }
        return try Invocation.command(synonym?.method ?? word, options)
    }

    private static func json(_ text: String, _ source: String) throws(Failure) -> Value {
        do {
            return try JSONParser.parse(text, maximumDepth: JSONParser.deepest)
        } catch {
            throw .usage("\(source) is not JSON: \(error)")
        }
    }

    /// Splits a line into words like a shell: at spaces, except between quotation marks. A line
    /// that begins with `{` is a single word.
    private static func words(in line: Substring, _ source: String) throws(Failure) -> [String] {
        if line.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return [String(line)] }
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            switch character {
            case _ where character == quote: quote = nil
            case "\"" where quote == nil, "'" where quote == nil:
                quote = character
                word = word ?? ""
            case _ where character.isWhitespace && quote == nil:
                if let whole = word { words.append(whole) }
                word = nil
            // Not `word = (word ?? "") + …`, which would copy the word for each character.
            default: word?.append(character) ?? (word = String(character))
            }
        }
        guard quote == nil else { throw .usage("\(source): a quotation mark is not closed") }
        if let whole = word { words.append(whole) }
        return words
    }
}
