/** Slow by design: versions and releases are compared as runs are. */
import './compare.test.ts'
