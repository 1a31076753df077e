/** Checks the types and runs the tests of all examples at once: they import the whole server and the studio. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExampleProject, type ExampleProject, isTestBlock, readBlocks } from './testing/contributing.ts'

/** Both are programs of their own, which a busy machine makes wait. */
const WAIT_MS = 300_000

describe('the examples of CONTRIBUTING.md', () => {
  const blocks = readBlocks()
  let project: ExampleProject
  beforeAll(() => {
    project = createExampleProject(blocks)
  })
  afterAll(() => project.remove())

  test(
    'have the right types',
    () => {
      expect(project.checkTypes()).toBe('fine')
    },
    WAIT_MS,
  )

  test(
    'pass their tests',
    () => {
      expect(blocks.filter(isTestBlock).length).toBeGreaterThanOrEqual(4)
      expect(project.runTests()).toBe('fine')
    },
    WAIT_MS,
  )
})
