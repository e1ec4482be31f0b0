internal import PagerModel

extension Site {
    /// The counters and gauges in the text format of Prometheus.
    func metricsText(withScreens: Bool) -> String {
        let counts = conversation.hub.counts
        let listed = withScreens ? conversation.hub.screens : []
        let screens = listed.enumerated().map { index, screen in
            (labels: Self.labels(of: screen, index), record: screen)
        }
        let rows: [(name: String, type: String, help: String, values: [(String, Int)])] = [
            (
                "pagerview_daemon_connected", "gauge", "1 if the daemon replies, else 0.",
                [("", counts.hasDaemon ? 1 : 0)]
            ),
            (
                "pagerview_browsers", "gauge", "Connected browsers by their permission.",
                [
                    ("{right=\"command\"}", counts.commanding),
                    ("{right=\"watch\"}", counts.watching),
                ]
            ),
            (
                "pagerview_screen_last_seen_seconds", "gauge",
                "Seconds since the last message of each screen.",
                screens.map { ($0.labels, $0.record.lastSeen) }
            ),
            (
                "pagerview_screen_errors", "gauge", "Script errors of each screen.",
                screens.map { ($0.labels, $0.record.errors) }
            ),
            (
                "pagerview_events_total", "counter", "Events received from the daemon.",
                [("", counts.events)]
            ),
            (
                "pagerview_snapshots_total", "counter", "Snapshots sent to browsers.",
                [("", counts.snapshots)]
            ),
            (
                "pagerview_wrong_tokens_total", "counter", "Wrong tokens that were counted.",
                [("", tokens.wrongCount)]
            ),
        ]
        return rows.map { row in
            "# HELP \(row.name) \(row.help)\n# TYPE \(row.name) \(row.type)\n"
                + row.values.map { "\(row.name)\($0.0) \($0.1)\n" }.joined()
        }.joined()
    }

    /// Returns the Prometheus labels of a screen. The index makes the labels unique, because two
    /// screens may have the same name.
    private static func labels(of screen: ScreenRecord, _ index: Int) -> String {
        let labels = [
            ("screen", "\(index)"), ("name", screen.name), ("window", screen.window),
            ("page", screen.page), ("address", screen.address),
        ]
        return "{" + labels.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ",") + "}"
    }

    /// Returns a label's value with the escapes that Prometheus's text format requires.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
