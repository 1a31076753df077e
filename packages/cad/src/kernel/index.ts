export { createEngine, type Engine } from '../build/builder.ts'
export { geometryFile, loadGeometry, loadSolver, solverFile } from './modules.ts'
