internal import PagerModel

/// The limits of one service that bound its memory. A daemon has the documented ones; a test makes
/// them smaller.
struct ServiceLimits: Sendable {
    var batchEvents = Limits.batchEvents
    var batchBytes = Limits.batchBytes
    var deadlinesPerAdvance = Limits.deadlinesPerAdvance
    var advanceBytes = Limits.advanceBytes
    var retainedBytes = Limits.retainedBytes
    var rememberedReplies = Limits.rememberedReplies
    var rememberedClients = Limits.rememberedClients
    var rememberedClientBytes = Limits.rememberedClientBytes
    var rememberedBytes = Limits.rememberedBytes
    var queuedPluginMessages = Limits.queuedPluginMessages
    var queuedPluginBytes = Limits.queuedPluginBytes
}
