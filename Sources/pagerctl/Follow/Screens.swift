internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The subcommand `screens`: prints the browsers that show pages. The viewers (the web servers that
/// serve these browsers) report the browsers to the daemon.
enum Screens {
    static let verb = Verb(
        name: "screens", summary: "Prints the connected screens and the page of each.",
        notes: """
            Each pagerview that follows the daemon reports its browsers. A screen has the name
            that its address gives it: http://wall:8000/?name=Hall. The latest error of its
            scripts is printed to standard error.
            """,
        takesFormat: true, run: { (options, _) throws(Failure) in try run(options) })

    private static func run(_ options: GlobalOptions) throws(Failure) -> Int32 {
        var requester = try options.requester()
        let screens: [Value]
        do {
            screens = try requester.send(ScreenList()).result["screens"]?.array ?? []
        } catch {
            throw Failure(error)
        }
        if let format = options.format {
            Terminal.print(lines: try format.lines(screens))
        } else if options.json {
            Terminal.print(json: Value.array(screens).json)
        } else if screens.isEmpty {
            Terminal.print("no screens")
        } else {
            Terminal.print(lines: Report.table(screens.map(row)))
            for case (let name, let error?) in screens.map({ (name(of: $0), error(of: $0)) }) {
                Terminal.note("\(name): \(error)")
            }
        }
        return 0
    }

    private static func row(_ screen: Value) -> Value {
        let text = { (name: String) in screen[name]?.string ?? "" }
        let number = { (name: String) in screen[name]?.integer ?? 0 }
        return .object([
            .init("name", .string(text("name").isEmpty ? "-" : text("name"))),
            .init("window", .string(text("window"))),
            .init("page", .string(text("page").isEmpty ? "nothing" : text("page"))),
            .init("size", .string("\(number("width"))x\(number("height"))")),
            .init("address", .string(text("address"))),
            .init("viewer", .string(text("viewer"))),
            .init("seen", .string("\(number("lastSeen")) s ago")),
            .init("errors", .integer(number("errors"))),
        ])
    }

    private static func name(of screen: Value) -> String {
        let name = screen["name"]?.string ?? ""
        return name.isEmpty ? screen["address"]?.string ?? "" : name
    }

    /// Returns the latest error of a screen's scripts, or nil if there is none.
    private static func error(of screen: Value) -> String? {
        screen["error"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
}
