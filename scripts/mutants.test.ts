import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas } from '../bench/support/mutants/areas.ts'
import { listProblems } from '../bench/support/mutants/run.ts'

test('each fault of the list of mutants can be put into the file that it names', () => {
  const mutants = Object.values(areas).flat()
  expect(mutants.length).toBeGreaterThanOrEqual(237)
  expect(listProblems(join(import.meta.dirname, '..'), mutants)).toEqual([])
})
