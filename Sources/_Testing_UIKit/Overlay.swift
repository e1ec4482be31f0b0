// The compiler imports a module of this name wherever Testing and UIKit are imported together. On
// Apple's systems it attaches images to tests. Here it contains the trait `SimulationTrait`.
