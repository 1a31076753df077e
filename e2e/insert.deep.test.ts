/** Slow by design: every way to insert. */
import './insert.test.ts'
