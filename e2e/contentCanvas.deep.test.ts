/** Slow by design: every kind of text that comes from content, typed in place. */
import './contentCanvas.test.ts'
