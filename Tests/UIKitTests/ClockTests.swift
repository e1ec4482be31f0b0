import Testing
import UIKit

@MainActor
struct ClockTests {
    @Test func `A timer with a method fires on the simulation's clock, and ends with its target`() {
        let simulation = Simulation.begin()
        var ticker: Ticker? = Ticker()
        let timer = Timer.scheduledTimer(
            timeInterval: 0.1, target: ticker!, selector: Ticker.tick, userInfo: nil,
            repeats: true)
        simulation.advance(by: .milliseconds(350))
        #expect(ticker?.ticks == 3)
        ticker = nil
        simulation.advance(by: .seconds(1))
        #expect(!timer.isValid)
    }

    @Test func `Without animations a completion comes at once`() {
        Simulation.begin()
        var completions: [Bool] = []
        UIView.performWithoutAnimation {
            UIView.animate(withDuration: 1, animations: {}) { completions.append($0) }
        }
        UIView.setAnimationsEnabled(false)
        UIView.animate(withDuration: 1, animations: {}) { completions.append($0) }
        #expect(completions == [true, true])
    }

    @Test
    func `Blocks of the main queue run on the simulation's clock, in the order of their times`() {
        let simulation = Simulation.begin()
        var calls: [String] = []
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { calls.append("after") }
        DispatchQueue.main.async { calls.append("async") }
        UIView.animate(withDuration: 0.2, animations: {}) { _ in calls.append("animation") }
        #expect(calls == [])
        simulation.advance(by: .zero)
        #expect(calls == ["async"])
        simulation.advance(by: .milliseconds(299))
        #expect(calls == ["async", "animation"])
        simulation.advance(by: .milliseconds(1))
        #expect(calls == ["async", "animation", "after"])
    }

    @Test func `Blocks of other queues run in real time`() async {
        Simulation.begin()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume() }
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now()) { continuation.resume() }
        }
        // From another thread the main queue is the real one.
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                DispatchQueue.main.async { continuation.resume() }
            }
        }
    }
}

@MainActor
private final class Ticker {
    var ticks = 0
    func tick(_ timer: Timer) { ticks += 1 }
}
