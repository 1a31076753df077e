/** Slow by design: every way to fill, choose and detach parts of a component. */
import './components.test.ts'
