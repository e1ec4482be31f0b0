import Testing

/// Tests that run both on pagerd's classes and on Apple's UIKit. On UIKit they share a screen, so
/// they run one after another.
@Suite(.serialized) @MainActor
struct Fidelity {
    /// Rules for which no UIKit log was found. On a Mac, run these first.
    @Suite @MainActor struct Inference {}

    /// Rules that UIKit logs, its documentation or tests against it have confirmed.
    @Suite @MainActor struct Known {}
}
