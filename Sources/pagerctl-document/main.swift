// Reads and writes books and checks for pagerctl, which would be slower to start if it did so
// itself.
//
//     pagerctl-document FILE              prints it as JSON on one line
//     pagerctl-document FILE PATH         prints where PATH is written, as LINE:COLUMN
//     pagerctl-document --changes BOOK    reads `{"running"}`; prints the commands that make it
//                                         the book's, and the folders that the book is made of
//     pagerctl-document --explain BOOK    reads `{"running", "refusal"}` of these commands; prints
//                                         what is wrong and where
//                                         with BOOK `-` both read the book's text as `"text"` too
//                                         behind BOOK both take --allow FOLDER, several times
//     pagerctl-document --dump            reads what runs; prints it as a book
//
// A mistake is printed with its place instead, and the status is 64.

internal import Glibc
internal import SystemCalls
internal import PagerBook
internal import PagerModel
internal import PagerWire

func fail(_ text: String) -> Never {
    print(text, terminator: "")
    exit(64)
}

/// Returns the value that pagerctl has written to standard input.
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

/// Returns the folders of `--allow FOLDER --allow FOLDER`.
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

/// Returns the book that the arguments name, as changes to the running state.
func changes(_ arguments: [String], _ input: Value) throws -> Book {
    let running = try LiveState(reading: input["running"] ?? .null)
    let allowed = allowed(arguments[2...])
    let book =
        arguments[1] == "-"
        ? try Book.parse(
            input["text"]?.string ?? "", name: "standard input", allowing: allowed,
            vocabulary: running.vocabulary)
        : try Book.read(path: arguments[1], allowing: allowed, vocabulary: running.vocabulary)
    return try book.changes(to: running)
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
        print(try LiveState(reading: input()).book, terminator: "")
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
    fail("what runs cannot be read: \(error.path.map { "\($0): " } ?? "")\(error.message)")
}
