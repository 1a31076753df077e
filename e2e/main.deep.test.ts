/** Slow by design: the main job once more, by rehearsal. */
import './main.test.ts'
