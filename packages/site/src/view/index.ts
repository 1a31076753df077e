export { frameHtml } from './frame.ts'
export { measureFrame } from './measure.ts'
export { framePolicy } from './policy.ts'
export { type LayoutReport, layoutReport } from './report.ts'
