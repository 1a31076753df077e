/** Slow by design: stops from each of several tabs. */
import './tabs.test.ts'
