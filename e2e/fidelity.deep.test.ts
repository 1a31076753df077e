/** Slow by design: every case at two widths. */
import './fidelity.test.ts'
