internal import PagerModel

/// Lists of all objects of one type, such as all controllers. Clients can receive a list in several
/// replies (pages). All pages of a list show the same revision of the state.
extension Scene {
    /// Returns the records of one page of a list (the part in one reply), and the string with which
    /// a client requests the next page.
    ///
    /// - Parameter all: The whole list. It is computed only for a valid request.
    /// - Throws: `invalidArgument` for an invalid limit or start, `staleRevision` if the state has
    ///   changed since the previous page, `tooLarge` if the client requested the whole list at once
    ///   and the list is too long.
    func portion<Element, Record: FieldValue>(
        _ request: ListRange, of all: () -> [Element], _ record: (Element) -> Record
    ) throws(CommandError) -> (records: [Record], next: String?) {
        try portion(request, from: 0) { (start, portion) throws(CommandError) in
            let elements = all()
            // The list is computed as a whole, whatever its page is.
            note(visits: 16 * elements.count)
            for place in min(start, elements.count)..<elements.count {
                guard try portion.add(record(elements[place])) else { return place }
            }
            return nil
        }
    }

    /// Returns the records of one page of the list of all windows or all controllers, and the
    /// string with which a client requests the next page. O(records, and skipped ones).
    ///
    /// - Parameters:
    ///   - only: The only object of the list. Nil for a list of all objects.
    ///   - isListed: Whether the list contains an object.
    ///   - record: Returns the record of an object, or throws `tooLarge` if it takes more than
    ///     `bytesLeft` bytes.
    /// - Throws: As for any list.
    func portion<Record: FieldValue>(
        _ request: ListRange, of role: Node.Role, only: Handle? = nil,
        where isListed: (Handle) -> Bool = { _ in true },
        _ record: (_ object: Handle, _ bytesLeft: Int) throws(CommandError) -> Record
    ) throws(CommandError) -> (records: [Record], next: String?) {
        let first = Int(only?.slot ?? state.orders[Int(role.rawValue)].first)
        return try portion(request, from: first) { (start, portion) throws(CommandError) in
            guard start == first || (only == nil && isPlace(start, of: role)) else {
                throw .foreignCursor
            }
            var slot = UInt32(start)
            while slot != 0 {
                let object = handle(at: slot)
                if only != nil || isListed(object) {
                    do throws(CommandError) {
                        guard try portion.add(try record(object, portion.bytesLeft)) else {
                            return Int(slot)
                        }
                    } catch {
                        // A record that does not fit here may fit on the next page.
                        guard error.name == .tooLarge, request.isPaged, !portion.elements.isEmpty
                        else { throw error }
                        return Int(slot)
                    }
                } else {
                    // An object that is only skipped takes as long as several accesses.
                    note(visits: 8)
                }
                slot = only == nil ? self[object].next : 0
            }
            return nil
        }
    }

    private func isPlace(_ slot: Int, of role: Node.Role) -> Bool {
        (1..<max(nodes.count, 1)).contains(slot) && nodes[slot].role == role
    }

    /// Returns the records that `fill` adds to a page, and the string with which a client requests
    /// the next page.
    ///
    /// - Parameter fill: Adds the records from a place on. Returns the place of the first record
    ///   that is not on the page, or nil at the end of the list.
    private func portion<Record: FieldValue>(
        _ request: ListRange, from first: Int,
        _ fill: (_ start: Int, inout ListPortion<Record>) throws(CommandError) -> Int?
    ) throws(CommandError) -> (records: [Record], next: String?) {
        var portion = try ListPortion<Record>(request)
        let start = try request.after.map { (text) throws(CommandError) in
            try ListCursor(text, at: revision).place
        }
        let next = try fill(start ?? first, &portion)
        return (
            portion.elements, next.map { ListCursor(revision: revision, place: $0).description }
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
