/** Slow by design: every command of the tree. */
import './navigator.test.ts'
