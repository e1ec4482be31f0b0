// Reads a YAML or JSON file for pagerctl, which would be slower to start if it did so itself.
//
//     pagerctl-document FILE          prints it as JSON on one line
//     pagerctl-document FILE PATH     prints where PATH is written, as LINE:COLUMN
//
// A mistake is printed with its place instead, and the status is 64.

internal import Glibc
internal import PagerBook
internal import PagerWire

let arguments = CommandLine.arguments.dropFirst()
guard let file = arguments.first, arguments.count <= 2 else {
    print("usage: pagerctl-document FILE [PATH]", terminator: "")
    exit(64)
}
do {
    let document = try Document.read(path: file)
    if let path = arguments.dropFirst().first {
        let place = document.place(of: path) ?? (line: 1, column: 1)
        print("\(place.line):\(place.column)", terminator: "")
    } else {
        print(document.value.json)
    }
} catch {
    print(error.description, terminator: "")
    exit(64)
}
