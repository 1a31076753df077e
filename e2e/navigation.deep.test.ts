/** Slow by design: every way to go and to return. */
import './navigation.test.ts'
