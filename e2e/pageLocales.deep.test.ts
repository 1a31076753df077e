/** Slow by design: the agent translates as people do. */
import './pageLocales.test.ts'
