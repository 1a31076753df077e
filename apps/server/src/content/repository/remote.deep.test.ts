/** Slow by design: remotes whose branches and histories never end. */
import './remote.test.ts'
