import Containment
import PagerModel

/// What it takes to make many controllers, show them in tabs, and read their tree.
func printScale(controllers count: Int) throws {
    var stage: Stage?
    let load = try seconds {
        stage = try Stage(kind: "tabBar", members: count) { stage in
            var set = TabBarSetControllers()
            set.id = id("c")
            set.controllers = names(count)
            try stage.run(set)
        }
    }
    var records = 0
    let tree = try seconds {
        let reply = try stage?.scene.apply(ControllerTree(), at: .zero)
        records = reply?.controllers.first?.branches?.count ?? 0
    }
    print("\(count) controllers in one scene: load \(milliseconds(load)) ms, ", terminator: "")
    print("tree \(milliseconds(tree)) ms (\(records) records below the root)")
}

func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1_000).rounded()) }
