/** Slow by design: every way into a site with every vector, and many more pages that are written past all operations. */
import './security.test.ts'
