/** Slow by design: thousands of rows, stops and refusals. */
import './contentImport.test.ts'
