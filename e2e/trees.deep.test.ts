/** Slow by design: thousands of mixtures of tags are read as Chromium reads them. */
import './trees.test.ts'
