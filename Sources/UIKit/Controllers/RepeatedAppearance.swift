internal import Containment
internal import PagerModel

/// An appearance transition toward the state that the controller has already. UIKit repeats the
/// callbacks [4.6]. In the engine, appearances and disappearances alternate, so it does not hear of
/// this one.
struct RepeatedAppearance {
    let isAppearing: Bool
    let animated: Bool
    /// The number of begins without an end.
    var openings = 1
}

extension UIViewController {
    /// Sends the will callback again if the controller rests in the state toward which code begins.
    /// Returns false if the engine must begin the transition.
    func beginRepeated(_ isAppearing: Bool, _ animated: Bool) -> Bool {
        if let open = repeated, open.isAppearing == isAppearing {
            repeated?.openings += 1
            return true
        }
        // A begin in the other direction reverses the transition.
        repeated = nil
        let state = record?.appearance
        guard state == (isAppearing ? .appeared : .disappeared), !simulation.isHosted else {
            return false
        }
        repeated = RepeatedAppearance(isAppearing: isAppearing, animated: animated)
        if isAppearing {
            call(.viewWillAppear, animated) { viewWillAppear(animated) }
        } else {
            call(.viewWillDisappear, animated) { viewWillDisappear(animated) }
        }
        return true
    }

    /// Sends the did callback again at the last end. Returns false if no repeated transition is
    /// open.
    func endRepeated() -> Bool {
        guard let open = repeated else { return false }
        repeated?.openings -= 1
        guard open.openings == 1 else { return true }
        repeated = nil
        if open.isAppearing {
            call(.viewIsAppearing, open.animated) { viewIsAppearing(open.animated) }
            call(.viewDidAppear, open.animated) { viewDidAppear(open.animated) }
        } else {
            call(.viewDidDisappear, open.animated) { viewDidDisappear(open.animated) }
        }
        return true
    }

    /// Calls an override as the engine's event for the callback does.
    private func call(_ callback: Callback, _ animated: Bool, _ body: () -> Void) {
        guard let handle else { return }
        let group = callback == .viewIsAppearing ? "isAppearing" : "appear"
        if simulation.groups?.contains(group) ?? true {
            simulation.sentences?.append(
                "\(simulation.scene.name(of: handle)).\(callback.rawValue)(\(animated))")
        }
        run(callback, of: handle, body)
    }
}
