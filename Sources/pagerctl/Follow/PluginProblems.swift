internal import PagerClient
internal import PagerModel

/// The plugins that do not run although the daemon needs them.
enum PluginProblems {
    /// Returns a sentence for each plugin that was lost or cannot start.
    static func sentences(_ requester: inout Requester) throws(ClientError) -> [String] {
        let plugins = try requester.requestAll(PluginList.method).result["plugins"]?.array ?? []
        return plugins.compactMap(sentence)
    }

    private static func sentence(_ plugin: Value) -> String? {
        let reason = plugin["reason"]?.string
        guard let name = plugin["name"]?.string,
            plugin["state"] == "lost" || (plugin["state"] == "expected" && reason != nil)
        else { return nil }
        let count = plugin["controllers"]?.integer ?? 0
        let hosted = count == 0 ? "" : ", which hosts \(count) controller\(count == 1 ? "" : "s"),"
        return "the plugin \(name)\(hosted) does not run" + (reason.map { ": \($0)" } ?? "")
    }
}
