/** Slow by design: every further edit by hand, and two widths. */
import './editor.test.ts'
