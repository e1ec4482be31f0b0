import PagerModel

/// A cache of the tracks of transition styles as JSON. Events copy the JSON instead of encoding it.
struct EncodedStyleCache: Sendable {
    private struct Entry {
        var tracks: Tracks
        var json: ByteBuffer
    }

    /// Two entries for each style: forward and reversed.
    private var entries: [Entry?] = []

    init() {}

    /// Writes a style's tracks. O(bytes written) if the style is unchanged, because tracks in the
    /// same memory are equal without a comparison.
    mutating func write(
        _ style: TransitionStyle, at index: Int, reversed: Bool, to json: inout JSONWriter
    ) {
        let place = 2 * index + (reversed ? 1 : 0)
        if place < entries.count, let entry = entries[place], entry.tracks == style.tracks {
            return json.raw(entry.json)
        }
        var writer = JSONWriter()
        (reversed ? style.tracks.reversed : style.tracks).write(to: &writer)
        while entries.count <= place { entries.append(nil) }
        entries[place] = Entry(tracks: style.tracks, json: writer.buffer)
        json.raw(writer.buffer)
    }
}
