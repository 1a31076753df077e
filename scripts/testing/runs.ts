/** One value in `npm test`, another in `npm run test:deep`. A file that uses it is imported by a deep file. */
export const bySuite = <T>(fast: T, deep: T): T => (process.env.ATELIER_TESTS === 'deep' ? deep : fast)

/**
 * How many inputs a property is tried with: `fast` in `npm test`, `deep` in `npm run test:deep`. A file with such a
 * property is named in the `properties.deep.test.ts` of its package, which makes the deep suite run it.
 */
export const numRuns = bySuite<number>
