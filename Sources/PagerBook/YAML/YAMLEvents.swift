internal import CYAML
internal import PagerModel

/// A parser that uses libyaml and returns the events of a YAML text one at a time.
@safe final class YAMLEvents {
    /// The kind of an event: the start or end of a stream, document, sequence or mapping; a scalar;
    /// or an alias.
    enum Content {
        case streamStart, streamEnd, documentStart, documentEnd
        case scalar(YAMLScalar)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd
        /// An alias, `*NAME` in YAML. The associated value is the name.
        case alias(String)
    }

    struct Event {
        var content: Content
        /// The name of the node's anchor, which YAML writes as `&NAME`. Nil if the node has none.
        var anchor: String?
        /// The explicit tag of a sequence or mapping. Nil if there is none.
        var tag: String?
        /// The line on which the event begins, counted from 1.
        var line: Int
        /// The column at which the event begins, counted from 1.
        var column: Int
        /// The characters of the event in the text.
        var characters = 0..<0
        /// Whether a sequence or mapping is in brackets or braces.
        var isFlow = false
    }

    private let name: String
    private let text: [UInt8]
    // libyaml keeps pointers into the parser and its input, so neither may move.
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Creates a parser for a text.
    ///
    /// - Parameter name: The file's name for messages.
    init(_ text: String, name: String) {
        self.name = name
        self.text = Array(text.utf8)
        unsafe input = .allocate(capacity: self.text.count)
        _ = unsafe input.initialize(fromContentsOf: self.text)
        unsafe precondition(
            yaml_parser_initialize(parser) == 1, "not enough memory for a YAML parser")
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// Returns the next event.
    ///
    /// - Throws: `DocumentProblem` with the position of invalid YAML.
    func next() throws(DocumentProblem) -> Event {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw problem() }
        defer { unsafe yaml_event_delete(&event) }
        return unsafe Event(event)
    }
}

extension YAMLEvents.Event {
    fileprivate init(_ event: yaml_event_t) {
        let mark = unsafe event.start_mark
        self.init(
            content: .streamStart, line: Int(clamping: mark.line) + 1,
            column: Int(clamping: mark.column) + 1)
        let start = unsafe Int(clamping: event.start_mark.index)
        characters = unsafe start..<max(start, Int(clamping: event.end_mark.index))
        let data = unsafe event.data
        switch unsafe event.type {
        case YAML_STREAM_END_EVENT: content = .streamEnd
        case YAML_DOCUMENT_START_EVENT: content = .documentStart
        case YAML_DOCUMENT_END_EVENT: content = .documentEnd
        case YAML_ALIAS_EVENT: content = unsafe .alias(Self.text(data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            content = unsafe .scalar(YAMLScalar(data.scalar))
            anchor = unsafe Self.text(data.scalar.anchor)
        case YAML_SEQUENCE_START_EVENT:
            content = .sequenceStart
            isFlow = unsafe data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
            anchor = unsafe Self.text(data.sequence_start.anchor)
            tag = unsafe Self.text(data.sequence_start.tag)
        case YAML_SEQUENCE_END_EVENT: content = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            content = .mappingStart
            isFlow = unsafe data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
            anchor = unsafe Self.text(data.mapping_start.anchor)
            tag = unsafe Self.text(data.mapping_start.tag)
        case YAML_MAPPING_END_EVENT: content = .mappingEnd
        default: break
        }
    }

    fileprivate static func text(_ pointer: UnsafePointer<UInt8>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}

extension YAMLScalar {
    fileprivate init(_ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar) {
        let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        unsafe self.init(
            text: String(decoding: bytes, as: UTF8.self),
            tag: YAMLEvents.Event.text(scalar.tag),
            isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
    }
}

extension YAMLEvents {
    /// Returns the error that libyaml reports.
    private func problem() -> DocumentProblem {
        let failed = unsafe parser.pointee
        let what = unsafe failed.problem.map { unsafe String(cString: $0) } ?? "it cannot be read"
        if unsafe failed.error == YAML_READER_ERROR {
            return DocumentProblem(
                name, "not YAML: \(what)",
                at: unsafe position(ofByte: Int(clamping: failed.problem_offset)))
        }
        let mark = unsafe failed.problem_mark
        let position = (line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
        var around = ""
        if let context = unsafe failed.context {
            let line = unsafe Int(clamping: failed.context_mark.line) + 1
            around =
                unsafe String(cString: context)
                + (line == position.line ? ": " : " (line \(line)): ")
        }
        // libyaml only reports that a character is invalid here.
        let hint = isTab(at: position) ? "; indent with spaces, not tabs" : ""
        return DocumentProblem(name, "not YAML: \(around)\(what)\(hint)", at: position)
    }

    private func position(ofByte offset: Int) -> (line: Int, column: Int) {
        let before = text.prefix(offset)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = before.count { $0 == UInt8(ascii: "\n") }
        // Continuation bytes of a character do not count.
        return (line + 1, before[start...].count { $0 & 0xC0 != 0x80 } + 1)
    }

    private func isTab(at position: (line: Int, column: Int)) -> Bool {
        let lines = text.split(
            separator: UInt8(ascii: "\n"), maxSplits: position.line,
            omittingEmptySubsequences: false)
        guard lines.indices.contains(position.line - 1) else { return false }
        let line = String(decoding: lines[position.line - 1], as: UTF8.self)
        return line.unicodeScalars.dropFirst(position.column - 1).first == "\t"
    }
}
