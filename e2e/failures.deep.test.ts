/** Slow by design: every failure of a provider. */
import './failures.test.ts'
