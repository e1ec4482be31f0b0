import Containers
import Containment
import PagerModel

// Prints the callbacks of an animated push, with the engine alone and in virtual time.
var scene = Scene(kinds: Containers.kinds)
try scene.apply(WindowCreate(id: "window"), at: .zero)
try scene.apply(ControllerCreate(id: "stack", kind: "navigation"), at: .zero)
try scene.apply(ControllerCreate(id: "list", kind: "view"), at: .zero)
try scene.apply(ControllerCreate(id: "detail", kind: "view"), at: .zero)
try scene.apply(NavigationSetStack(controllers: ["list"]), at: .zero)
try scene.apply(WindowSetRoot(id: "window", controller: "stack"), at: .zero)
scene.drain { _ in }

try scene.apply(NavigationPush(controller: "detail"), at: .zero)
scene.advance(to: Instant.zero.advanced(by: 1))
scene.drain { scene in
    for event in scene.log.events where event.category == .lifecycle {
        print("\(scene.name(of: event.subject)).\(scene.events[event].name)")
    }
}
