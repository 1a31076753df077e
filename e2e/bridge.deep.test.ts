/** Slow by design: tabs that close in the middle, and pictures of a message. */
import './bridge.test.ts'
