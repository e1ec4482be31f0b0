// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of Apple's modules ObjectiveC and os, which do not exist on Linux.

/// Calls `body`. Swift on Linux has no autorelease pools.
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result { try body() }

public struct OSLogType: Hashable, RawRepresentable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let `default` = OSLogType(rawValue: 0)
    public static let info = OSLogType(rawValue: 1)
    public static let debug = OSLogType(rawValue: 2)
    public static let error = OSLogType(rawValue: 16)
    public static let fault = OSLogType(rawValue: 17)
}

/// A log. Messages to it are dropped.
public final class OSLog: Sendable {
    public static let `default` = OSLog(subsystem: "", category: "")
    public static let disabled = OSLog(subsystem: "", category: "")

    public init(subsystem: String, category: String) {}
}

/// Drops the message.
public func os_log(
    _ message: StaticString, log: OSLog = .default,
    type: OSLogType = .default, _ arguments: Any?...
) {}

/// Drops the message.
public func os_log(
    _ type: OSLogType, log: OSLog = .default,
    _ message: StaticString, _ arguments: Any?...
) {}

/// A log with levels. Messages to it are dropped.
public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}
    public init() {}

    public func log(_ message: OSLogMessage) {}
    public func log(level: OSLogType, _ message: OSLogMessage) {}
    public func trace(_ message: OSLogMessage) {}
    public func debug(_ message: OSLogMessage) {}
    public func info(_ message: OSLogMessage) {}
    public func notice(_ message: OSLogMessage) {}
    public func warning(_ message: OSLogMessage) {}
    public func error(_ message: OSLogMessage) {}
    public func critical(_ message: OSLogMessage) {}
    public func fault(_ message: OSLogMessage) {}
}

/// A message to a `Logger`, whose values may have options.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation<Value>(
            _ value: Value, privacy: OSLogPrivacy = .auto
        ) {}
    }

    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}
}

public enum OSLogPrivacy: Sendable { case auto, `public`, `private`, sensitive }
