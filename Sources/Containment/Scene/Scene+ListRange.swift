internal import PagerModel

/// Lists of all objects of one type, such as all controllers. Clients can receive a list in several
/// replies (pages). All pages of a list show the same revision of the state.
extension Scene {
    /// Returns the records of one page of a list (the part in one reply), and the string with which
    /// a client requests the next page.
    ///
    /// - Throws: `invalidArgument` for an invalid limit or start, `staleRevision` if the state has
    ///   changed since the previous page, `tooLarge` if the client requested the whole list at once
    ///   and the list is too long.
    func portion<Record: FieldValue>(
        _ request: ListRange, of count: Int,
        _ record: (_ index: Int, _ bytesLeft: Int) throws(CommandError) -> Record
    ) throws(CommandError) -> (records: [Record], next: String?) {
        var portion = try ListPortion<Record>(request)
        let start = try request.after.map { (text) throws(CommandError) in
            try ListCursor(text, at: revision).place
        }
        var index = min(start ?? 0, count)
        while index < count {
            do {
                guard try portion.add(try record(index, portion.bytesLeft)) else { break }
            } catch {
                // A record that does not fit here may fit on the next page.
                guard error.name == .tooLarge, request.isPaged, !portion.elements.isEmpty else {
                    throw error
                }
                break
            }
            index += 1
        }
        return (
            portion.elements,
            index < count ? ListCursor(revision: revision, place: index).description : nil
        )
    }

    /// Returns the record of a controller. The record contains the records of the controller's
    /// descendants, nested in each other. `Limits.depth` limits the nesting.
    ///
    /// - Throws: `tooLarge` if the record takes more than `bytes` bytes.
    func branch(
        from controller: Handle, bytes: Int, _ known: inout [Handle: Family]
    ) throws(CommandError) -> ControllerRecord {
        var left = bytes
        return try branch(from: controller, left: &left, &known)
    }

    private func branch(
        from controller: Handle, left: inout Int, _ known: inout [Handle: Family]
    ) throws(CommandError) -> ControllerRecord {
        var record = record(controller: controller, &known)
        left -= JSONLength.of(record)
        guard left >= 0 else {
            throw .treeTooLarge
        }
        var branches: [ControllerRecord] = []
        for child in self[controller].children.all {
            branches.append(try branch(from: child, left: &left, &known))
        }
        record.branches = branches
        return record
    }
}
