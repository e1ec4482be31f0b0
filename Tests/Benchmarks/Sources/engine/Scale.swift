import Containment
import PagerModel

/// Measures creating many controllers, showing them in tabs, and listing all of them.
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
    let list = try seconds {
        var range = ListRange { $0.limit = 1_000 }
        repeat {
            guard
                let reply = try stage?.scene.apply(ControllerList({ $0.range = range }), at: .zero)
            else { break }
            records += reply.controllers.count
            range.after = reply.next
        } while range.after != nil
    }
    print("\(count) controllers in one scene: load \(milliseconds(load)) ms, ", terminator: "")
    print("list \(milliseconds(list)) ms (\(records) records)")
}

func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1_000).rounded()) }
