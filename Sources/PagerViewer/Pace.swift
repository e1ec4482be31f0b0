/// Keeps a pause between one step and the next; a step after a longer rest is taken at once.
actor Pace {
    private let pause: Duration
    private var next: ContinuousClock.Instant

    init(_ pause: Duration) {
        self.pause = pause
        next = .now
    }

    func wait() async {
        if ContinuousClock.now < next {
            // Who is cancelled has nobody left to be kind to.
            try? await Task.sleep(until: next, clock: .continuous)
        }
        next = .now + pause
    }
}
