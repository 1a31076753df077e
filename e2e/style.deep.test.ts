/** Slow by design: every kind of value and of target. */
import './style.test.ts'
