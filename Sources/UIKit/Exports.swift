// Container code that imports UIKit expects Foundation, and the geometry, with it.
@_exported public import Foundation

// The integers of Objective-C, as Apple's Foundation has them.
public typealias NSInteger = Int
public typealias NSUInteger = UInt
