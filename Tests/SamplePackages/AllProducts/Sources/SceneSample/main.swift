import Containers
import Containment
import PagerModel

// Prints the callbacks of an animated push, with the engine alone and in virtual time.
var scene = Scene(kinds: Containers.kinds)
try scene.apply(WindowCreate { $0.id = "window" }, at: .zero)
try scene.apply(
    ControllerCreate {
        $0.id = "stack"
        $0.kind = "navigation"
    }, at: .zero)
try scene.apply(
    ControllerCreate {
        $0.id = "list"
        $0.kind = "view"
    }, at: .zero)
try scene.apply(
    ControllerCreate {
        $0.id = "detail"
        $0.kind = "view"
    }, at: .zero)
try scene.apply(NavigationSetStack { $0.controllers = ["list"] }, at: .zero)
try scene.apply(
    WindowSetRoot {
        $0.id = "window"
        $0.controller = "stack"
    }, at: .zero)
scene.drain { _ in }

try scene.apply(NavigationPush { $0.controller = "detail" }, at: .zero)
scene.advance(to: Instant.zero.advanced(by: 1))
scene.drain { scene in
    for event in scene.log.events where event.category == .lifecycle {
        print("\(scene.name(of: event.subject)).\(scene.events[event].name)")
    }
}
