import Containers
import Containment
import PagerModel

/// What docs/PROTOCOL.md says of `on`, the reactions of controllers.
enum ReferenceReactions {
    static var text: String {
        let callbacks = Callback.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        let methods = (SceneCommands.all + Containers.kinds.flatMap(\.commands)).filter {
            $0.isReaction
        }
        .map { "`\($0.method)`" }.joined(separator: ", ")
        return """
            ## Reactions

            `on` is an option of every controller. It says what the controller does in its own \
            callbacks, where a subclass of a view controller would override a method. It is an \
            object: a callback's name leads to a list of steps, each a `method` and its `params`. \
            The steps run in their order, inside the command that causes the callback, after the \
            event of the callback and after what the controller's kind does.

            | | |
            | --- | --- |
            | callbacks | \(callbacks) |
            | methods | \(methods) |
            | `$self` in params | the id of the controller |
            | `$animated` in params | the `animated` of the callback |

            This controller adds a child in `viewDidLoad`, as a container's author does in UIKit:

            ```json
            {"method": "controller.create", "params": {"id": "badge", "kind": "view"}}
            {"method": "controller.create", "params": {"id": "home", "kind": "view", "on": {
              "viewDidLoad": [
                {"method": "controller.addChild", "params": {"parent": "$self", "child": "badge"}},
                {"method": "view.addSubview", "params": {"view": "badge", "to": "$self"}},
                {"method": "controller.didMove", "params": {"id": "badge", "parent": "$self"}}]}}}
            ```

            This one forwards appearance itself, with the `animated` of each callback:

            ```json
            {"method": "controller.create", "params": {"id": "child", "kind": "view"}}
            {"method": "controller.create", "params": {"id": "manual", "kind": "view",
              "forwardsAppearance": false, "on": {
              "viewWillAppear": [{"method": "controller.beginAppearanceTransition",
                "params": {"id": "child", "appearing": true, "animated": "$animated"}}],
              "viewDidAppear": [{"method": "controller.endAppearanceTransition",
                "params": {"id": "child"}}]}}}
            {"method": "controller.addChild", "params": {"parent": "manual", "child": "child"}}
            {"method": "view.addSubview", "params": {"view": "child", "to": "manual"}}
            {"method": "controller.didMove", "params": {"id": "child", "parent": "manual"}}
            ```

            `controller.create` and `controller.update` refuse a step with an unknown method, or \
            with params that the method would never take, with the path of the step, such as \
            `on.viewDidLoad[0].params.child`. A step that fails when it runs, say because a \
            controller is gone, publishes `diagnostic.ID.misuse`; the other steps and the command \
            around them go on. Steps may cause callbacks with steps of their own, within \
            `nestedReactions`, `nestedLevels`, `reactionsPerTurn`, `reactionEvents` and \
            `reactionBytes` (see Limits). `controller.update` with `on` replaces all reactions; null removes them.
            """
    }
}
