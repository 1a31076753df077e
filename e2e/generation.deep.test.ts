/** Slow by design: edits of a plan by mouse after its site was made. */
import './generation.test.ts'
