/**
 * How many inputs a property is tried with: `fast` in `npm test`, `deep` in `npm run test:deep`. A file with such a
 * property is named in the `properties.deep.test.ts` of its package, which makes the deep suite run it.
 */
export const numRuns = (fast: number, deep: number): number => (process.env.ATELIER_TESTS === 'deep' ? deep : fast)
