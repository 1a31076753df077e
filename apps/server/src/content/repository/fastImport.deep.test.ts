/** Slow by design: a server is killed at many moments of a write. */
import './fastImport.test.ts'
