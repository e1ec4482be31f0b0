// Geometry, colours and paths are in the module UIKit. This module re-exports it, so that code that
// imports CoreGraphics compiles.
@_exported public import UIKit
