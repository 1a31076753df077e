/** Slow by design: every further way by mouse through the editor. */
import './studio.test.ts'
