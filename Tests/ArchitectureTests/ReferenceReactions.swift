import Containers
import Containment
import PagerModel

/// The section of docs/reference/PROTOCOL.md about `on`, the reactions of controllers.
enum ReferenceReactions {
    static var text: String {
        """
        ## Reactions

        `on` is an option of every controller. It lists what the controller does in its own \
        callbacks, where a subclass of a view controller would override a method. It is an \
        object: a callback's name leads to a list of steps, each a `method`, its `params` and, \
        where the step depends on the callback, a condition `when`.

        | method of a step | when it is carried out |
        | --- | --- |
        | \(methods(.atOnce)) | in the callback, after its event and after what the controller's kind does; steps run in their order |
        | \(methods(.afterCallbacks)) | when the callbacks of the command or the deadline are over, in the order in which the steps came up |

        The second row holds since UIKit begins these transitions outside the callback as well: a \
        presentation at the end of the run loop's cycle, a push with the next layout. The first \
        layout of a window comes before its root has appeared. So a push in `viewWillAppear` of \
        the root begins before `viewDidAppear`, and one in `viewWillAppear` of a controller that \
        is being pushed meets a running transition and is ignored with UIKit's log line.

        A placeholder is a string that stands for a value of the callback:

        | placeholder | value |
        | --- | --- |
        | `$self` | the id of the controller |
        | `$animated` | the `animated` of the callback, false where it has none |
        | `$FIELD` | a field of the callback's event |

        | callback | fields |
        | --- | --- |
        \(callbacks)

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

        This one presents a question each time it has appeared with an animation:

        ```json
        {"method": "controller.create", "params": {"id": "question", "kind": "view"}}
        {"method": "controller.create", "params": {"id": "start", "kind": "view", "on": {
          "viewDidAppear": [{"method": "modal.present",
            "params": {"from": "$self", "controller": "question"}, "when": {"animated": true}}]}}}
        ```

        `when` names fields of the callback and the value that each must have: a value, null, or \
        a placeholder of the same form. Where one differs the step is left out. So \
        `"when": {"parent": null}` in `didMoveToParent` is the removal from a parent.

        `controller.create` and `controller.update` refuse a step with a method that no reaction \
        may call, with params that the method would never take, or with a condition that could \
        never be decided. The refusal has the path of the step, such as \
        `on.viewDidLoad[0].params.child` or `on.viewDidAppear[0].when.parent`. A step that fails \
        when it runs, say because a controller is gone, publishes `diagnostic.ID.misuse`; the \
        other steps and the command around them go on. Steps may cause callbacks with steps of \
        their own, within `nestedReactions`, `nestedLevels`, `reactionsPerTurn`, `reactionEvents` \
        and `reactionBytes` (see Limits). `controller.update` with `on` replaces all reactions; \
        null removes them.
        """
    }

    private static func methods(_ timing: ReactionTiming) -> String {
        (SceneCommands.all + Containers.kinds.flatMap(\.commands))
            .filter { $0.reactionTiming == timing }
            .map { "`\($0.method)`" }.joined(separator: ", ")
    }

    private static var callbacks: String {
        Callback.allCases.map { callback in
            let fields = callback.fields.map { "`\($0.name)`" }.joined(separator: ", ")
            return "| `\(callback.rawValue)` | \(fields) |"
        }.joined(separator: "\n")
    }
}
