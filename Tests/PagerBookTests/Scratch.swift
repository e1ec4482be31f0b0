import Glibc
import PagerBook
import PagerModel

/// A temporary folder for one test.
struct Scratch {
    let path: String

    init() throws {
        var template = Array("/tmp/pagerbook-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure() }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    struct Failure: Error {}

    static func / (folder: Scratch, name: String) -> String { "\(folder.path)/\(name)" }

    func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        guard let file = fopen(self / name, "w") else { throw Failure() }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Failure() }
    }

    func makeFolder(_ name: String) { mkdir(self / name, 0o700) }

    func link(_ name: String, to target: String) { symlink(target, self / name) }

    static func text(of path: String) throws -> String {
        guard let file = fopen(path, "r") else { throw Failure() }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard name != ".", name != ".." else { continue }
                if unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
            }
            closedir(directory)
        }
        rmdir(path)
    }
}

/// Returns the error message, or nil if the body throws no error.
func problem(_ body: () throws -> some Any) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}

/// Returns a value without quotes, for comparisons in tests.
func plain(_ value: Value, by separator: String = ",") -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .string(let text): text
    case .array(let items):
        "[\(items.map { plain($0, by: separator) }.joined(separator: separator))]"
    case .object(let members):
        "{"
            + members.map { "\($0.name):\(plain($0.value, by: separator))" }
            .joined(separator: separator) + "}"
    }
}
