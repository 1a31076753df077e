/** Slow by design: every way in which text may be left unsaved. */
import './contentUnsaved.test.ts'
