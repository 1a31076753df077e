/** Slow by design: every kind of damage to a repository. */
import './rebuild.test.ts'
