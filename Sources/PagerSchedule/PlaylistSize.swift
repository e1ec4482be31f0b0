public import PagerModel

extension PlaylistEntry {
    /// Checks that the playlist in a container's content is within the limits. Counts only, so a
    /// playlist that cannot be read is checked, too. O(values).
    ///
    /// - Throws: `limitExceeded` with the path of the list or text that is too long.
    public static func checkSize(
        inContent content: Value, mostEntries: Int = Limits.playlistEntries
    ) throws(CommandError) {
        guard let entries = content[contentMember]?.array else { return }
        guard entries.count <= mostEntries else {
            throw CommandError(
                .limitExceeded,
                "must have at most \(mostEntries) entries, got \(entries.count)",
                path: contentMember)
        }
        for (index, entry) in entries.enumerated() {
            guard let schedule = entry["schedule"] else { continue }
            do {
                try Schedule.checkSize(schedule)
            } catch {
                throw error.inside("schedule").inside("[\(index)]").inside(contentMember)
            }
        }
    }
}

extension Schedule {
    /// Checks that a schedule, which may be invalid, is within the limits. O(values).
    ///
    /// - Throws: `limitExceeded` with the path of the list or text that is too long.
    public static func checkSize(_ schedule: Value) throws(CommandError) {
        for member in schedule.members ?? [] {
            let texts = member.value.array ?? []
            guard texts.count <= Limits.scheduleTexts else {
                throw CommandError(
                    .limitExceeded,
                    "must have at most \(Limits.scheduleTexts) entries, got \(texts.count)",
                    path: member.name)
            }
            try checkSize(text: member.value, at: member.name)
            for (index, text) in texts.enumerated() {
                try checkSize(text: text, at: "\(member.name)[\(index)]")
            }
        }
    }

    private static func checkSize(
        text: Value, at path: @autoclosure () -> String
    ) throws(CommandError) {
        guard let bytes = text.string?.utf8.count, bytes > Limits.scheduleTextBytes else { return }
        throw CommandError(
            .limitExceeded, "must be at most \(Limits.scheduleTextBytes) bytes, got \(bytes)",
            path: path())
    }
}
