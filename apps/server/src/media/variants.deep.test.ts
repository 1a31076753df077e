/** Slow by design: pictures as large as a server takes. */
import './variants.test.ts'
