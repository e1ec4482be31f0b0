import PagerModel

/// The tracks of transition styles as JSON, so that a transition writes them by copying bytes.
struct EncodedStyleCache: Sendable {
    private struct Entry {
        var tracks: Tracks
        var json: ByteBuffer
    }

    /// Two for each style: forwards and reversed.
    private var entries: [Entry?] = []

    init() {}

    /// Writes a style's tracks. O(bytes) where the style is as it was the last time: tracks in
    /// the same memory are known to be equal without being compared.
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
