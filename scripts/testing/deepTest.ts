import { test } from 'vitest'
import { bySuite } from './runs.ts'

/** Registers a test as `test` does. */
type RegisterTest = (name: string, run: () => Promise<void> | void, timeoutMs?: number) => void

/**
 * Registers a test in `npm run test:deep` only: one more case of a kind that `npm test` has one of. A file that uses it is imported
 * by a deep file, which runs all of its tests.
 */
export const deepTest: RegisterTest = bySuite<RegisterTest>(() => undefined, test)
