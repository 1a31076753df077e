/** Slow by design: every key of the text editor. */
import './text.test.ts'
