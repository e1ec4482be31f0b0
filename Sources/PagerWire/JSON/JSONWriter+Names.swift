internal import PagerModel

extension JSONWriter {
    /// Writes the names of many controllers, views or windows as an array, with null for `.none`.
    /// O(number of handles).
    ///
    /// The names are scattered in memory. The method loads 64 names at a time before it writes
    /// them, so that the processor can load them in parallel.
    mutating func names(of handles: [Handle], _ context: some EventContext) {
        beginArray()
        var names: [String] = []
        names.reserveCapacity(Self.namesAtOnce)
        for start in stride(from: 0, to: handles.count, by: Self.namesAtOnce) {
            names.removeAll(keepingCapacity: true)
            for handle in handles[start..<min(start + Self.namesAtOnce, handles.count)] {
                names.append(handle.isNone ? "" : context.name(of: handle))
            }
            for name in names {
                if name.isEmpty {
                    null()
                } else {
                    string(name)
                }
            }
        }
        endArray()
    }

    private static let namesAtOnce = 64
}
