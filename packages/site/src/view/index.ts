export { frameHtml } from './frame.ts'
export { measureFrame } from './measure.ts'
export { type LayoutReport, layoutReport } from './report.ts'
export type { Box, Capture, Measured, MeasuredNode, ShownPage, ViewSurface } from './surface.ts'
