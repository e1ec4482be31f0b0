extension Limits {
    /// The limits that concern plugins.
    static let hosts: [Limit] = [
        Limit(
            "pluginLease", Double(pluginLease), "seconds without a message from a plugin over tcp",
            .effect("the plugin is `lost`")),
        Limit(
            "plugins", Double(plugins), "plugins, also disconnected ones", .refused(.limitExceeded)),
        Limit(
            "hostedKinds", Double(hostedKinds), "kinds of all plugins, also disconnected ones",
            .refused(.limitExceeded)),
        Limit("decisions", Double(decisions), "decisions of one plugin", .refused(.limitExceeded)),
        Limit(
            "decisionSubjects", Double(decisionSubjects),
            "ids in `of` in all decisions of one plugin", .refused(.limitExceeded)),
        Limit(
            "declarationBytes", Double(declarationBytes),
            "bytes of the decisions of all plugins, also disconnected ones: the defaults, and "
                + "128 and the id for each entry of `of`", .refused(.limitExceeded)),
        Limit(
            "queuedPluginMessages", Double(queuedPluginMessages), "messages queued for one plugin",
            .effect("the plugin is `lost` with the reason `stalled`")),
        Limit(
            "queuedPluginBytes", Double(queuedPluginBytes),
            "bytes queued for one plugin; a single message may have more",
            .effect("the plugin is `lost` with the reason `stalled`")),
        Limit(
            "pluginOutputLines", Double(pluginOutputLines),
            "lines of the output of one plugin's program in one second",
            .effect("the log says how much is left out")),
        Limit(
            "pluginOutputBytes", Double(pluginOutputBytes),
            "bytes of the output of one plugin's program in one second",
            .effect("the log says how much is left out")),
        Limit(
            "pluginReadBytes", Double(pluginReadBytes),
            "bytes that the daemon reads of this output in one second",
            .effect("the program waits for the next second when it writes")),
        Limit(
            "decisionSeconds", Double(decisionSeconds), "seconds for a plugin's answer by default",
            .effect("the `default` of the decision applies")),
        Limit(
            "longestDecisionSeconds", Double(longestDecisionSeconds),
            "seconds that a plugin may declare for an answer", .refused(.invalidArgument)),
        Limit(
            "pendingDecisions", Double(pendingDecisions), "decisions waiting for an answer",
            .refused(.limitExceeded)),
        Limit(
            "uncoveredBytes", Double(uncoveredBytes),
            "bytes of contents restored by one transaction after a plugin reconnects; it "
                + "restores at least one", .effect("later transactions restore the rest")),
    ]

    /// The limits that concern screens.
    static let screens: [Limit] = [
        Limit(
            "screenViewers", Double(screenViewers),
            "viewers that report their screens; at the limit, a viewer that has missed a report "
                + "gives way, else one of the user or key with the most", .refused(.limitExceeded)),
        Limit(
            "screenBytes", Double(screenBytes),
            "bytes of all reported screens; as for `screenViewers`", .refused(.limitExceeded)),
        Limit(
            "screenSeconds", Double(screenSeconds), "seconds until a report must be renewed",
            .effect("its screens are removed")),
    ]
}
