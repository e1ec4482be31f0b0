import Containment
import ContainmentTesting
import PagerModel
import Testing

@Test func `A push sends appearance callbacks to both controllers`() throws {
    var scene = Scene.standard()
    try scene.make("stack", kind: "navigation")
    try scene.make("list")
    try scene.make("detail")
    try scene.run(NavigationSetStack { $0.controllers = ["list"] })
    try scene.show("stack")

    let callbacks = try scene.record(["appear"]) {
        try $0.run(NavigationPush { $0.controller = "detail" })
        $0.advance(by: 1)
    }
    #expect(
        callbacks == [
            "list.viewWillDisappear(true)", "detail.viewWillAppear(true)",
            "list.viewDidDisappear(true)", "detail.viewDidAppear(true)",
        ])
}
