/** Slow by design: each state of the panel has a studio of its own. */
import './panelStates.test.ts'
