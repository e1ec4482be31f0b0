// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of Apple's frameworks.

// As on Apple's systems, code that imports UIKit can also use Foundation and the geometry types.
@_exported public import Foundation

// The integer type of Objective-C, which Apple's Foundation also declares.
public typealias NSInteger = Int
public typealias NSUInteger = UInt

public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

public func NSStringFromSelector(_ selector: Selector) -> String { selector.name }

// Core Foundation's types are Swift's here: code that writes `as CFArray` needs no conversion.
public typealias CFArray = [Any]
public typealias CFDictionary = [AnyHashable: Any]
public typealias CFString = String
public typealias CFData = Data
public typealias CFError = NSError

public let NSFoundationVersionNumber = 2_000.0
public let NSFoundationVersionNumber_iOS_7_1 = 1_047.25
public let NSFoundationVersionNumber_iOS_8_4 = 1_144.17
public let NSFoundationVersionNumber_iOS_9_4 = 1_280.38

/// The data of a font. It is not read.
public final class CGDataProvider: Sendable {
    public init?(data: CFData) {}
}

/// A font from data. It is not read.
public final class CGFont: Sendable {
    public init?(_ provider: CGDataProvider) {}
}

/// Registers nothing and returns true: texts have no fonts here.
public func CTFontManagerRegisterGraphicsFont(
    _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool { true }

/// Returns 1: Swift does not tell the number of references.
public func CFGetRetainCount(_ object: AnyObject?) -> Int { 1 }

/// The greatest number, as the header `math.h` names it.
public let HUGE = Float.greatestFiniteMagnitude

public let NSEC_PER_SEC: UInt64 = 1_000_000_000
public let NSEC_PER_MSEC: UInt64 = 1_000_000
public let USEC_PER_SEC: UInt64 = 1_000_000
public let NSEC_PER_USEC: UInt64 = 1000

/// A pointer that Objective-C gives to an object of its own.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>
