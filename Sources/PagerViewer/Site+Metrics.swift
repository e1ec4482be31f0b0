extension Site {
    /// The counters in the text format of Prometheus.
    var metricsText: String {
        let counts = conversation.hub.counts
        let errors = conversation.hub.queues().reduce(0) { $0 + ($1.screen?.errors ?? 0) }
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
                "pagerview_screen_errors", "gauge",
                "Script errors of the connected browsers.",
                [("", errors)]
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
                "pagerview_wrong_tokens_total", "counter", "Wrong tokens that were compared.",
                [("", tokens.wrongCount)]
            ),
        ]
        return rows.map { row in
            "# HELP \(row.name) \(row.help)\n# TYPE \(row.name) \(row.type)\n"
                + row.values.map { "\(row.name)\($0.0) \($0.1)\n" }.joined()
        }.joined()
    }
}
