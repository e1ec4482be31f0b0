extension Limits {
    /// The limits that concern plugins.
    static let hosts: [Limit] = [
        Limit(
            "pluginLease", Double(pluginLease), "seconds without a message from a plugin over tcp",
            .effect("the plugin is `lost`")),
        Limit(
            "plugins", Double(plugins), "plugins, including disconnected ones",
            .refused(.limitExceeded)),
        Limit(
            "hostedKinds", Double(hostedKinds),
            "kinds that plugins host, including disconnected plugins",
            .refused(.limitExceeded)),
        Limit(
            "decisions", Double(decisions), "decisions that one plugin declares",
            .refused(.limitExceeded)),
        Limit(
            "decisionSubjects", Double(decisionSubjects),
            "ids in the `of` of all decisions that one plugin declares", .refused(.limitExceeded)),
        Limit(
            "declarationBytes", Double(declarationBytes),
            "bytes of the decisions that all plugins declare, including disconnected plugins: "
                + "the defaults, and 128 and the id for each entry of `of`",
            .refused(.limitExceeded)),
        Limit(
            "queuedPluginMessages", Double(queuedPluginMessages),
            "messages queued for one plugin",
            .effect("the plugin is `lost` with the reason `stalled`")),
        Limit(
            "queuedPluginBytes", Double(queuedPluginBytes),
            "bytes of the messages queued for one plugin; a single message may have more",
            .effect("the plugin is `lost` with the reason `stalled`")),
        Limit(
            "decisionSeconds", Double(decisionSeconds),
            "seconds that a plugin has for an answer by default",
            .effect("the `default` of the decision applies")),
        Limit(
            "longestDecisionSeconds", Double(longestDecisionSeconds),
            "seconds that a plugin may declare for an answer",
            .refused(.invalidParams)),
        Limit(
            "pendingDecisions", Double(pendingDecisions), "decisions that wait for an answer",
            .refused(.limitExceeded)),
        Limit(
            "uncoveredBytes", Double(uncoveredBytes),
            "bytes of the contents that one transaction restores after a plugin has reconnected; it "
                + "restores at least one",
            .effect("the following transactions restore the others")),
    ]

    /// The limits for the reports with which viewers describe their screens (browsers that show
    /// pages).
    static let screens: [Limit] = [
        Limit(
            "screenViewers", Double(screenViewers), "viewers that report their screens",
            .refused(.limitExceeded)),
        Limit(
            "screenBytes", Double(screenBytes), "bytes of all reported screens",
            .refused(.limitExceeded)),
        Limit(
            "screenSeconds", Double(screenSeconds), "seconds until a report must be renewed",
            .effect("the daemon removes the screens of the report")),
    ]
}
