// As on Apple's systems, code that imports UIKit can also use Foundation and the geometry types.
@_exported public import Foundation

// The integer type of Objective-C, which Apple's Foundation also declares.
public typealias NSInteger = Int
public typealias NSUInteger = UInt
