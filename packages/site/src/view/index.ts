export { frameHtml } from './frame.ts'
export { measureFrame } from './measure.ts'
export { type LayoutReport, layoutReport } from './report.ts'
