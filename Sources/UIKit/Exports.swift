// As on Apple's systems, code that imports UIKit can also use Foundation and the geometry types.
@_exported public import Foundation

// The integers of Objective-C, as Apple's Foundation has them.
public typealias NSInteger = Int
public typealias NSUInteger = UInt
