internal import PagerModel

/// The limits on the work and the memory of a service. A daemon has the documented limits; tests
/// set smaller limits.
package struct ServiceLimits: Sendable {
    /// The maximum number of connections of one socket. A daemon that may open few files has a lower
    /// one than the documented one.
    package var connections = Limits.connections
    package var batchEvents = Limits.batchEvents
    package var batchBytes = Limits.batchBytes
    package var batchVisits = Limits.batchVisits
    package var playlistEntries = Limits.playlistEntries
    package var deadlinesPerAdvance = Limits.deadlinesPerAdvance
    package var retainedBytes = Limits.retainedBytes
    package var rememberedReplies = Limits.rememberedReplies
    package var rememberedClients = Limits.rememberedClients
    package var rememberedClientBytes = Limits.rememberedClientBytes
    package var rememberedBytes = Limits.rememberedBytes
    package var queuedPluginMessages = Limits.queuedPluginMessages
    package var queuedPluginBytes = Limits.queuedPluginBytes
    package var hostedKinds = Limits.hostedKinds
    package var declarationBytes = Limits.declarationBytes
    /// The maximum size, in bytes, of the missed events in the reply to `plugin.register`.
    package var catchUpBytes = Limits.listBytes
    /// The maximum number of controllers in the reply to `plugin.register`.
    package var catchUpControllers = Limits.askedElements

    package init() {}

    /// Returns the value of a limit for `server.hello`. All but `connections` are as documented.
    func value(of limit: Limit) -> Double {
        limit.name == "connections" ? Double(connections) : limit.value
    }
}
