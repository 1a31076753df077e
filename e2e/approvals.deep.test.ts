/** Slow by design: every other answer to a question, and one that waits through a restart. */
import './approvals.test.ts'
