import Glibc

/// A temporary folder for one test.
final class Scratch {
    struct Failure: Error {}

    let path: String

    init() throws {
        var template = Array("/tmp/pagerd-server-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure() }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.remove(path) }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ name: String, _ text: String) throws {
        guard let file = fopen(path(name), "w") else { throw Failure() }
        defer { fclose(file) }
        guard fputs(text, file) >= 0 else { throw Failure() }
    }

    func makeFolder(_ name: String, mode: mode_t = 0o700) {
        mkdir(path(name), mode)
        // Sets the bits that the umask has removed.
        chmod(path(name), mode)
    }

    func link(_ name: String, to target: String) { symlink(path(target), path(name)) }

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
