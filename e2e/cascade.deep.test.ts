/** Slow by design: hundreds of generated elements and sites, each compared with Chromium. */
import './cascade.test.ts'
