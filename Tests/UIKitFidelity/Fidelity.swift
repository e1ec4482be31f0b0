import Testing

/// Tests that run on pagerd's classes and on Apple's UIKit. They share a screen there, so they run
/// one after the other.
@Suite(.serialized) @MainActor
struct Fidelity {
    /// Rules for which no log of UIKit was found. Run these first where UIKit is at hand.
    @Suite @MainActor struct Inference {}

    /// Rules that logs of UIKit, its documentation or tests against it have shown.
    @Suite @MainActor struct Known {}
}
