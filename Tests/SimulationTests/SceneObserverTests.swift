import Containment
import Foundation
import PagerModel
import RandomCommands
import Synchronization
import Testing

@Suite struct SceneObserverTests {
    @Test
    func `An observer is called after the kind and before the children, with the callback last`()
        throws
    {
        let order = Order()
        var scene = Scene()
        for step in [
            Step(method: "window.create", params: ["id": "w"]),
            Step(method: "controller.create", params: ["id": "a", "kind": "view"]),
            Step(method: "controller.create", params: ["id": "b", "kind": "view"]),
            Step(method: "controller.addChild", params: ["parent": "a", "child": "b"]),
            Step(method: "view.addSubview", params: ["view": "b", "to": "a"]),
        ] { try scene.apply(step) }
        scene.setObserver(order)
        try scene.apply(Step(method: "window.setRoot", params: ["id": "w", "controller": "a"]))
        #expect(
            order.calls.withLock { $0 }.filter { $0.hasPrefix("view") } == [
                "viewWillAppear a", "viewWillAppear b", "viewIsAppearing a", "viewIsAppearing b",
                "viewWillLayoutSubviews a", "viewDidLayoutSubviews a", "viewWillLayoutSubviews b",
                "viewDidLayoutSubviews b", "viewDidAppear a", "viewDidAppear b",
            ])
    }
}

private final class Order: SceneObserver {
    let calls = Mutex<[String]>([])

    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle) {
        let name = scene.name(of: controller)
        calls.withLock { $0.append("\(callback.rawValue) \(name)") }
    }
}
