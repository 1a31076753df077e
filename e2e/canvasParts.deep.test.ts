/** Slow by design: slots, templates and loops, each with edits on the canvas. */
import './canvasParts.test.ts'
