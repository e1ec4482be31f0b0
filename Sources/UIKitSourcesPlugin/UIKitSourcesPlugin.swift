import Foundation
import PackagePlugin

/// Turns the iOS sources that a target's `uikit-sources.json` names into Swift for Linux.
///
/// The originals stay where they are. One command turns them all, because an override in an
/// extension may stand in another file than its class.
@main
struct UIKitSourcesPlugin: BuildToolPlugin {
    /// The content of `uikit-sources.json`.
    private struct Configuration: Decodable {
        /// Files and folders, relative to the package's folder.
        var sources: [String]
        /// Files and folders among them that are left out.
        var exclude: [String]?
    }

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let file = target.directoryURL.appending(path: "uikit-sources.json")
        guard FileManager.default.fileExists(atPath: file.path) else {
            Diagnostics.error("\(file.path) does not exist; it lists the iOS sources")
            return []
        }
        let configuration = try JSONDecoder().decode(
            Configuration.self, from: Data(contentsOf: file))
        let package = context.package.directoryURL
        let left = Set<URL>(
            (configuration.exclude ?? []).flatMap { files(at: package.appending(path: $0)) })
        var inputs: [URL] = []
        for source in configuration.sources {
            let found = files(at: package.appending(path: source))
            if found.isEmpty {
                Diagnostics.error("\(file.path): \(source) is no Swift file and has none")
            }
            inputs += found.filter { !left.contains($0) && !inputs.contains($0) }
        }
        let outputs = inputs.map {
            // Not the same name: the compiler warns if `#sourceLocation` names such a file.
            context.pluginWorkDirectoryURL.appending(path: "Turned-" + $0.lastPathComponent)
        }
        for (name, same) in Dictionary(grouping: inputs, by: \.lastPathComponent)
        where same.count > 1 {
            Diagnostics.error(
                "a module cannot have two files named \(name): "
                    + same.map(\.path).joined(separator: ", "))
            return []
        }
        return [
            .buildCommand(
                displayName: "Turning \(inputs.count) iOS sources of \(target.name)",
                executable: try context.tool(named: "uikit-sources").url,
                arguments: [context.pluginWorkDirectoryURL.path] + inputs.map(\.path),
                inputFiles: [file] + inputs, outputFiles: outputs)
        ]
    }

    /// Returns the Swift files at a path, sorted.
    private func files(at url: URL) -> [URL] {
        let url = url.standardizedFileURL
        guard url.pathExtension != "swift" else {
            return FileManager.default.fileExists(atPath: url.path) ? [url] : []
        }
        let found = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
        return (found?.allObjects as? [URL] ?? []).map(\.standardizedFileURL)
            .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    }
}
