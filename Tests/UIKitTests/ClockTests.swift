import Testing
import UIKit

@MainActor
struct ClockTests {
    @Test("A timer with a method fires on the simulation's clock, and ends with its target")
    func timer() {
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

    @Test("Without animations a completion comes at once")
    func noAnimations() {
        Simulation.begin()
        var completions: [Bool] = []
        UIView.performWithoutAnimation {
            UIView.animate(withDuration: 1, animations: {}) { completions.append($0) }
        }
        UIView.setAnimationsEnabled(false)
        UIView.animate(withDuration: 1, animations: {}) { completions.append($0) }
        #expect(completions == [true, true])
    }
}

@MainActor
private final class Ticker {
    var ticks = 0
    func tick(_ timer: Timer) { ticks += 1 }
}
