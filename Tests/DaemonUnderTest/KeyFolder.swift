internal import Glibc
internal import PagerClient

/// A folder with keys and access lists.
package final class KeyFolder {
    private let folder: String
    private var files: [String] = []

    package init(_ names: [String]) throws {
        var template = Array("/tmp/pagerd-keys-XXXXXX\0".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw TestDaemon.Problem(description: "mkdtemp failed")
        }
        folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        for name in names {
            files += [name, name + ".pub"]
            _ = try ClientKeys.make(file: path(name))
        }
    }

    deinit {
        for file in files { unlink(path(file)) }
        rmdir(folder)
    }

    package func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Writes an access list that admits keys with one role.
    package func list(_ name: String, _ keys: [String], as role: String = "observe") throws {
        files.append(name)
        guard let file = fopen(path(name), "w") else {
            throw TestDaemon.Problem(description: "\(name) cannot be written")
        }
        defer { fclose(file) }
        chmod(path(name), 0o600)
        for key in keys {
            let known = try ClientKeys.known(file: path(key))
            fputs("\(role) key \(known)\n", file)
        }
    }
}
