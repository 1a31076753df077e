/** Slow by design: killed browsers and lost connections, each with a browser of its own. */
import './unsent.test.ts'
