/** Slow by design: every pair of edits of two people. */
import './together.test.ts'
