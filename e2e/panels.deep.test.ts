/** Slow by design: every panel, menu and dialog over another one. */
import './panels.test.ts'
