#if UIKitSources
    import Foundation

    // usage: uikit-sources FOLDER FILE...
    // Writes each file, turned into Swift for Linux, into the folder, as Turned-FILE.

    var arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.popFirst(), !arguments.isEmpty else {
        FileHandle.standardError.write(Data("usage: uikit-sources FOLDER FILE...\n".utf8))
        exit(64)
    }
    do {
        let files = try arguments.map { try SourceFile(path: $0) }
        let sources = Sources(files)
        for (file, text) in sources.turned() {
            let url = URL(filePath: folder).appending(path: "Turned-" + file.name)
            // A file with the same text keeps its time, so that the compiler need not read it again.
            if (try? String(contentsOf: url, encoding: .utf8)) != text {
                try text.write(to: url, atomically: true, encoding: .utf8)
            }
        }
        for problem in sources.problems {
            FileHandle.standardError.write(Data((problem + "\n").utf8))
        }
        exit(sources.problems.isEmpty ? 0 : 1)
    } catch {
        FileHandle.standardError.write(Data("error: \(error.localizedDescription)\n".utf8))
        exit(1)
    }
#else
    print("error: the sources are turned only with pagerd's trait UIKitSources")
#endif
