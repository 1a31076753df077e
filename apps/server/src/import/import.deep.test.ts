/** Slow by design: a stylesheet as large as a server takes. */
import './import.test.ts'
