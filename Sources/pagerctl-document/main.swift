// Reads and writes books and checks for pagerctl. pagerctl would start more slowly if it contained
// the YAML parser itself.
//
//     pagerctl-document FILE              prints the file as JSON on one line
//     pagerctl-document FILE PATH         prints the position of PATH in the file as LINE:COLUMN
//     pagerctl-document --changes BOOK    reads `{"running"}`; prints the commands that change the
//                                         running state to the book's, and the book's folders
//     pagerctl-document --explain BOOK    reads `{"running", "refusal"}`, where `refusal` is the
//                                         daemon's error for one of these commands; prints the
//                                         error with its place in the book
//     pagerctl-document --dump            reads the running state; prints it as a book, with
//                                         comments about what a new daemon with this book lacks
//
// If BOOK is `-`, `--changes` and `--explain` read the text of the book from the member `"text"`.
// `--allow FOLDER` may follow BOOK several times.
//
// If it finds a mistake, the program prints an error with its place and exits with status 64.

internal import Glibc
internal import SystemCalls
internal import PagerBook
internal import PagerDump
internal import PagerModel
internal import PagerWire

ParentProcess.bind()

func fail(_ text: String) -> Never {
    print(text, terminator: "")
    exit(64)
}

/// Reads standard input, which pagerctl has written, and returns the parsed JSON value.
func input() -> Value {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
        let count = read(STDIN_FILENO, into: &buffer)
        if count == 0 || (count < 0 && errno != EINTR) { break }
        if count > 0 { bytes += buffer[..<count] }
    }
    do {
        return try JSONParser.parse(bytes, maximumDepth: JSONParser.deepest)
    } catch {
        fail("standard input is not JSON: \(error)")
    }
}

/// Returns the folders of all options `--allow FOLDER`.
func allowed(_ arguments: ArraySlice<String>) -> [String] {
    let words = Array(arguments)
    return words.indices.compactMap { index in
        switch (index.isMultiple(of: 2), words[index]) {
        case (true, "--allow") where index + 1 < words.count: nil
        case (true, let word): fail("there is no option \(word)")
        case (false, let folder): folder
        }
    }
}

/// Reads the book that the arguments specify, and determines the commands that change the daemon's
/// state to match the book. These commands are in the property `commands` of the result.
func changes(_ arguments: [String], _ input: Value) throws -> Book {
    let running = try LiveState(reading: input["running"] ?? .null)
    let allowed = allowed(arguments[2...])
    let book =
        arguments[1] == "-"
        ? try Book.parse(
            input["text"]?.string ?? "", name: "standard input", allowing: allowed,
            vocabulary: running.vocabulary)
        : try read(arguments[1], allowed, running.vocabulary)
    return try book.changes(to: running)
}

/// Parses the book at a path. If the book has mistakes, prints all of them and ends the program.
func read(_ path: String, _ allowed: [String], _ vocabulary: BookVocabulary) throws -> Book {
    do {
        return try Book.read(path: path, allowing: allowed, vocabulary: vocabulary)
    } catch let first {
        let all = Book.mistakes(path: path, allowing: allowed, vocabulary: vocabulary)
        fail(all.isEmpty ? first.description : all.joined(separator: "\n"))
    }
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch (arguments.first, arguments.count) {
    case ("--changes", 2...):
        let book = try changes(arguments, input())
        let folders = book.folders.map { Value.string($0) }
        let result: Value = ["commands": Value(book.commands), "folders": .array(folders)]
        print(result.json)
    case ("--explain", 2...):
        let value = input()
        let book = try changes(arguments, value)
        let error = value["refusal"]
        let name = ErrorName(rawValue: error?["data"]?["name"]?.string ?? "")
        let refusal = CommandError(
            name ?? .invalidParams, error?["message"]?.string ?? "",
            path: error?["data"]?["path"]?.string, details: error?["data"]?.members ?? [])
        print(book.describe(refusal), terminator: "")
    case ("--dump", 1):
        print(try LiveState(reading: input()).dump, terminator: "")
    case (let file?, 1) where !file.hasPrefix("--"):
        print(try Document.read(path: file).value.json)
    case (let file?, 2):
        let place = try Document.read(path: file).place(of: arguments[1]) ?? (line: 1, column: 1)
        print("\(place.line):\(place.column)", terminator: "")
    default: fail("usage: pagerctl-document FILE [PATH]")
    }
} catch let error as DocumentProblem {
    fail(error.description)
} catch let error as CommandError {
    fail("the running state cannot be read: \(error.path.map { "\($0): " } ?? "")\(error.message)")
}
