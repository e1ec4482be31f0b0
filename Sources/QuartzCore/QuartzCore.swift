// Layers and their animations are in the module UIKit. This module re-exports it, so that code that
// imports QuartzCore compiles.
@_exported public import UIKit
