internal import Containment
internal import PagerModel

extension UIViewController {
    /// Changes an option of the record, where there is one.
    func update(_ option: String, _ value: Value) {
        guard let id else { return }
        simulation.perform(ControllerUpdate(id: id, options: [Value.Member(option, value)]))
    }

    /// What the engine says about the controller, nil while it takes no part.
    var record: ControllerRecord? {
        guard let handle else { return nil }
        return simulation.scene.record(controller: handle)
    }
}
