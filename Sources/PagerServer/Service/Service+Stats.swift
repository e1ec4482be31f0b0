internal import PagerPlugins
internal import PagerWire
internal import Containment
internal import Glibc
internal import SystemCalls
package import PagerModel

extension Service {
    /// Returns the reply to `server.stats`.
    ///
    /// - Parameter daemon: Statistics that the service does not have, such as those of the sockets.
    func stats(_ daemon: DaemonStatistics) -> ServerStats.Reply {
        let counts = scene.count()
        var reply = ServerStats.Reply()
        reply.uptime = MachineClock.monotonic().seconds - started.seconds
        reply.requests = requests
        reply.refused = refused
        reply.published = recorder.seq
        reply.windows = counts.windows
        reply.controllers = counts.controllers
        reply.views = counts.views
        reply.transitions = counts.transitions
        reply.retainedEvents = recorder.history.count
        reply.retainedBytes = recorder.history.bytes
        reply.replayBytes = recorder.history.publishedBytes
        reply.rememberedReplies = memory.count
        reply.rememberedBytes = memory.bytes
        reply.queuedCommands = counts.queuedCommands
        reply.residentBytes = Self.residentBytes()
        reply.openFiles = OpenFiles.count
        reply.fileLimit = OpenFiles.limit
        reply.declarationBytes = plugins.declarationBytes
        reply.failedSchedules = playlists.failureCount
        for plugin in plugins.byName.values {
            reply.queuedPluginMessages += plugin.queued
            reply.queuedPluginBytes += plugin.waitingBytes
        }
        daemon.add(to: &reply)
        reply.journal?.failure = journalFailure
        reply.book = bookReport
        return reply
    }

    /// Returns the processor time, in seconds, that the calling thread has used so far.
    static func processorTime() -> Double {
        let time = clockTime(CLOCK_THREAD_CPUTIME_ID)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Returns the resident memory of this process in bytes, or 0 if the kernel does not report it.
    static func residentBytes() -> Int {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        let text = String(decoding: bytes(of: file, at: 0, count: 128), as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}

extension Service {
    /// Sets the start time of the process and resets the request counts to zero.
    package mutating func begin(at time: Instant) {
        started = time
        requests = 0
        refused = 0
    }
}
