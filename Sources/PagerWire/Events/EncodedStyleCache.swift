import PagerModel

/// A cache of the keyframe tracks of transition styles as JSON. The encoder copies this JSON into
/// each event instead of encoding the tracks again.
struct EncodedStyleCache: Sendable {
    private struct Entry {
        var tracks: Tracks
        var json: ByteBuffer
    }

    /// The cached JSON of each style: an entry for the forward direction, then one for the reverse
    /// direction.
    private var entries: [Entry?] = []

    init() {}

    /// Writes the keyframe tracks of a style as JSON. If the cache has these tracks, this takes
    /// O(number of bytes written), because tracks that share memory are compared in constant time.
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
