internal import PagerModel

/// Lists of everything of one sort, in pages of one state.
extension Scene {
    /// The records of one page, and where the next page begins.
    ///
    /// - Throws: `invalidArgument`, `staleRevision` where the state has changed since the page
    ///   before, `tooLarge` where the whole list was asked for.
    func page<Record: FieldValue>(
        _ request: ListRange, of count: Int,
        _ record: (_ index: Int, _ bytesLeft: Int) throws(Refusal) -> Record
    ) throws(Refusal) -> (records: [Record], next: String?) {
        var page = try Page<Record>(request)
        let start = try request.after.map { (text) throws(Refusal) in try place(text) } ?? 0
        var index = min(start, count)
        while index < count {
            do {
                guard try page.add(try record(index, page.bytesLeft)) else { break }
            } catch {
                // What does not fit here may fit on a page of its own.
                guard error.name == .tooLarge, request.isPaged, !page.elements.isEmpty else {
                    throw error
                }
                break
            }
            index += 1
        }
        return (page.elements, index < count ? "\(revision)-\(index)" : nil)
    }

    /// The index that `after` stands for.
    private func place(_ text: String) throws(Refusal) -> Int {
        let parts = text.split(separator: "-").map { Int($0) }
        guard parts.count == 2, let made = parts[0], let index = parts[1], index >= 0 else {
            throw .invalidArgument("`after` is the `next` of the page before", path: "after")
        }
        guard made == revision else {
            throw Refusal(
                .staleRevision,
                "the state has moved on from revision \(made) to \(revision); begin again",
                path: "after")
        }
        return index
    }

    /// A record with its children's records inside. The depth is limited by `Limits.depth`.
    ///
    /// - Throws: `tooLarge` where it takes more than so many bytes.
    func branch(
        from controller: Handle, bytes: Int, _ known: inout [Handle: Family]
    ) throws(Refusal) -> ControllerRecord {
        var left = bytes
        return try branch(from: controller, left: &left, &known)
    }

    private func branch(
        from controller: Handle, left: inout Int, _ known: inout [Handle: Family]
    ) throws(Refusal) -> ControllerRecord {
        var record = record(controller: controller, &known)
        left -= JSONLength.of(record)
        guard left >= 0 else {
            throw Refusal(
                .tooLarge,
                "the tree takes more than \(Limits.pageBytes) bytes; ask for pages with limit, for "
                    + "a root further down, or for controller.list")
        }
        var branches: [ControllerRecord] = []
        for child in self[controller].children.all {
            branches.append(try branch(from: child, left: &left, &known))
        }
        record.branches = branches
        return record
    }
}
