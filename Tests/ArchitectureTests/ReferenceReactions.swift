import Containers
import Containment
import PagerModel

/// The section of docs/reference/PROTOCOL.md about `on`, the reactions of controllers.
enum ReferenceReactions {
    static var text: String {
        """
        ## Reactions

        `on` is an option of every controller. It contains the commands that the controller \
        executes in its own callbacks, where a subclass of a view controller would override a \
        method. The option is an object: each member has the name of a callback, and its value is \
        a list of steps. A step has a `method`, its `params` and optionally a condition `when`.

        | method of a step | when it is executed |
        | --- | --- |
        | \(methods(.atOnce)) | in the callback, after its event and after the reaction of the \
        controller's kind; the steps run in their order |
        | \(methods(.afterCallbacks)) | after all callbacks of the command or the deadline, in the \
        order in which the callbacks reached the steps |

        The methods of the second row run later, because UIKit also begins these transitions \
        outside of the callback: a presentation at the end of the run loop's cycle, a push with \
        the next layout. The first layout of a window comes before its root has appeared. So a \
        push in `viewWillAppear` of the root begins before `viewDidAppear`. A push in \
        `viewWillAppear` of a controller that is being pushed comes during a running transition, \
        so it is ignored with UIKit's log line.

        A placeholder is a string that is replaced by a value of the callback:

        | placeholder | value |
        | --- | --- |
        | `$self` | the id of the controller |
        | `$animated` | the `animated` of the callback, or false if the callback has none |
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

        This controller forwards appearance callbacks itself, with the `animated` of each \
        callback:

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

        This controller presents `question` each time it has appeared with an animation:

        ```json
        {"method": "controller.create", "params": {"id": "question", "kind": "view"}}
        {"method": "controller.create", "params": {"id": "start", "kind": "view", "on": {
          "viewDidAppear": [{"method": "modal.present",
            "params": {"from": "$self", "controller": "question"}, "when": {"animated": true}}]}}}
        ```

        `when` names fields of the callback and the value that each of them must have: a JSON \
        value, null, or a placeholder for a value of the same type. If a value differs, the step \
        is skipped. So a step with `"when": {"parent": null}` in `didMoveToParent` runs only at \
        the removal from a parent.

        `controller.create` and `controller.update` refuse a step with a method that reactions \
        must not call, with params that the method never accepts, or with a condition that names a \
        field that the callback does not have or has a value of another type. The error has the \
        path of the invalid member, such as \
        `on.viewDidLoad[0].params.child` or `on.viewDidAppear[0].when.parent`. If a step fails \
        when it runs, for example because a controller no longer exists, the daemon publishes \
        `diagnostic.ID.misuse`, and continues with the other steps and with the command. Steps may \
        cause callbacks that have steps, too, within `nestedReactions`, `nestedLevels`, \
        `reactionsPerTurn`, `reactionEvents` and `reactionBytes` (see Limits). `controller.update` \
        with `on` replaces all reactions; null removes them.
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
