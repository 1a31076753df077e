/** Slow by design: every way to use, replace and delete files. */
import './contentMedia.test.ts'
