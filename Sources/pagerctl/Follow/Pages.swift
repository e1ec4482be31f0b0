internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The subcommand `pages`: prints the pages of a container, in their order.
enum Pages {
    static let verb = Verb(
        name: "pages", summary: "Prints the pages of a pager, or the members of a container.",
        arguments: "[CONTAINER]", count: 0...1,
        notes: "Without CONTAINER: of the pager, or else of the tab bar.",
        takesIDs: true, takesFormat: true,
        run: { (options, arguments) throws(Failure) in
            try run(options, arguments.words.first)
        })

    private static func run(
        _ options: GlobalOptions, _ container: String?
    ) throws(Failure) -> Int32 {
        var requester = try options.requester()
        guard let found = try self.container(container, &requester), let pages = found.members
        else {
            throw Failure(
                Failure.refused,
                (container.map { "\($0.printable) has no pages" }
                    ?? "no pager or tab bar is the default; name one: pagerctl pages CONTAINER")
                    + "\npagerctl tree prints all controllers")
        }
        let rows = try rows(pages, selected: found.selected, &requester)
        if let format = options.format {
            Terminal.print(lines: try format.lines(rows))
        } else if options.json {
            Terminal.print(json: Value.array(rows).json)
        } else {
            Terminal.print(lines: rows.isEmpty ? ["no pages"] : Report.table(rows))
        }
        return 0
    }

    private static func container(
        _ id: String?, _ requester: inout Requester
    ) throws(Failure) -> ContainerRecord? {
        let params = id.map { [Value.Member("id", .string($0))] } ?? []
        let pager = try ContainerRecord(
            named: params, for: CommandForm(PagerSelect.self), &requester)
        // The pager of an alarm remains after the alarm, and may be the only one.
        if pager?.isAlarm == false || id != nil { return pager }
        return try ContainerRecord(
            named: params, for: CommandForm(TabBarSelect.self), &requester)
    }

    private static func rows(
        _ pages: [String], selected: String?, _ requester: inout Requester
    ) throws(Failure) -> [Value] {
        var titles = TextDictionary<Value>()
        do throws(ClientError) {
            let all = try requester.requestAll(ControllerList.method).result["controllers"]
            for record in all?.array ?? [] {
                titles[record["id"]?.string ?? ""] = record["title"]
            }
        } catch {
            throw Failure(error)
        }
        return pages.enumerated().map { index, page in
            .object([
                .init("index", .integer(index)), .init("id", .string(page)),
                .init("title", titles[page] ?? .null),
                .init("selected", .bool(page == selected)),
            ])
        }
    }
}
