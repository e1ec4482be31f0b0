import Containers
import Containment
import PagerModel

/// Measures writing and reading the archive of a scene: one pager with all pages, and a tree.
func printArchives(controllers count: Int) throws {
    let pager = try Stage(kind: "pager", members: count) { stage in
        var set = PagerSetPages()
        set.id = id("c")
        set.pages = names(count)
        try stage.run(set)
    }
    try printArchive("a pager of \(count) pages", pager.scene)
    try printArchive("a tree of \(count) controllers", tree(count, titled: false))
    try printArchive(
        "a tree of \(count) controllers with titles and content", tree(count, titled: true))
}

/// Returns a scene with a tree in which each parent has ten children.
private func tree(_ count: Int, titled: Bool) throws -> Scene {
    var stage = try Stage(kind: "view", members: 0) { _ in }
    for index in 0..<count {
        var create = ControllerCreate()
        create.kind = index % 10 == 0 ? "pager" : "view"
        create.id = id("p\(index)")
        if titled {
            create.options = [
                .init("title", .string("The title of page \(index)")),
                .init(
                    "content", ["type": "text/plain", "body": .string("What page \(index) shows")]),
            ]
        }
        try stage.run(create)
        var add = ControllerAddChild()
        add.parent = index < 10 ? id("c") : id("p\(index / 10)")
        add.child = id("p\(index)")
        try stage.run(add)
    }
    return stage.scene
}

/// Prints the processor time of the fastest of five runs.
private func printArchive(_ name: String, _ scene: Scene) throws {
    var scene = scene
    var bytes: [UInt8] = []
    let write = (0..<5).map { _ in secondsOfWork { bytes = Archive.writing { scene.visit(&$0) } } }
        .min()
    var read = Double.infinity
    for _ in 0..<5 {
        var new = Scene(kinds: Containers.kinds)
        let time = try bytes.withUnsafeBytes { memory in
            try secondsOfWork { try Archive.reading(memory) { new.visit(&$0) } }
        }
        read = min(read, time)
        precondition(new.revision == scene.revision)
    }
    print(
        "\(name): write \(milliseconds(write ?? 0)) ms, read \(milliseconds(read)) ms, "
            + "\(bytes.count / 1_000) kB")
}
