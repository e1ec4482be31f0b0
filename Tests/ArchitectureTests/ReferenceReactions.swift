import Containers
import Containment
import PagerModel

/// The section of docs/reference/PROTOCOL.md about `on`, the reactions of controllers.
enum ReferenceReactions {
    static var text: String {
        """
        ## Reactions

        The option `on` has lists of [steps](#reaction-step) for callbacks that a subclass would \
        override.

        | method of a step | when it runs |
        | --- | --- |
        | \(methods(.atOnce)) | in the callback, after its event and the reaction of the kind |
        | \(methods(.afterCallbacks)) | after all callbacks of the command or deadline, in the \
        order in which they came |

        The second row includes, as in UIKit, a push in `viewWillAppear`: that of a window's root \
        begins before `viewDidAppear`, that of a controller being pushed is ignored with UIKit's \
        log line.

        Strings can be placeholders: `$self` is the controller's id, `$animated` the callback's \
        `animated` or false, and `$FIELD` a field of its event.

        The callbacks: \(callbacks).

        Adds a child in `viewDidLoad`:

        ```json
        {"method": "controller.create", "params": {"id": "badge", "kind": "view"}}
        {"method": "controller.create", "params": {"id": "home", "kind": "view", "on": {
          "viewDidLoad": [
            {"method": "controller.addChild", "params": {"parent": "$self", "child": "badge"}},
            {"method": "view.addSubview", "params": {"view": "badge", "to": "$self"}},
            {"method": "controller.didMove", "params": {"id": "badge", "parent": "$self"}}]}}}
        ```

        Forwards appearance callbacks itself:

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

        Presents `question` whenever it has appeared with an animation:

        ```json
        {"method": "controller.create", "params": {"id": "question", "kind": "view"}}
        {"method": "controller.create", "params": {"id": "start", "kind": "view", "on": {
          "viewDidAppear": [{"method": "modal.present",
            "params": {"from": "$self", "controller": "question"}, "when": {"animated": true}}]}}}
        ```

        `{"parent": null}` as `when` in `didMoveToParent` means a removal.

        `controller.create` and `controller.update` refuse what a step can never do, with a path \
        such as `on.viewDidLoad[0].params.child`. A step that fails later publishes \
        `diagnostic.ID.misuse`; the other steps and the command continue. `nestedReactions`, \
        `nestedLevels` and other [limits](#limits) bound steps that cause steps. A new `on` replaces \
        all reactions; null removes them.
        """
    }

    private static func methods(_ timing: ReactionTiming) -> String {
        (SceneCommands.all + Containers.kinds.flatMap(\.commands))
            .filter { $0.reactionTiming == timing }
            .map { "`\($0.method)`" }.joined(separator: ", ")
    }

    private static var callbacks: String {
        Callback.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }
}
