/** Slow by design: every mistake is sent through every operation that takes HTML, CSS or code. */
import './mistakes.test.ts'
