/** Slow by design: every way to edit entries and branches by hand. */
import './content.test.ts'
