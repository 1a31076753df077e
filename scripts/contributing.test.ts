import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createExampleProject,
  type ExampleProject,
  filesWith,
  isTestBlock,
  readBlocks,
} from './testing/contributing.ts'

const MAX_LINES = 30
/** Both are programs of their own, which a busy machine makes wait. */
const WAIT_MS = 300_000

const blocks = readBlocks()
const examples = [...new Set(blocks.map(({ heading }) => heading))]

describe('the examples of CONTRIBUTING.md', () => {
  test('show an operation, a document type, a scope, a provider, a panel and a page of the settings, each in at most 30 lines', () => {
    expect(examples.sort()).toEqual([
      'Add a document type',
      'Add a page of the settings',
      'Add a panel',
      'Add a provider',
      'Add a scope',
      'Add an operation',
    ])
    for (const example of examples) {
      const own = blocks.filter((block) => block.heading === example && !isTestBlock(block))
      const count = own.reduce((sum, { lines }) => sum + lines.length, 0)
      expect([example, count <= MAX_LINES, count]).toEqual([example, true, count])
    }
  })

  test('fit the files that they change', () => {
    expect(filesWith(blocks).size).toBeGreaterThan(examples.length)
  })

  test('import files that exist', () => {
    const files = filesWith(blocks)
    const missing = [...files].flatMap(([path, text]) =>
      [...text.matchAll(/ from '(\.[^']+)'/g)].flatMap(([, target = '']) => {
        const file = join(dirname(path), target)
        return files.has(file) || existsSync(join(import.meta.dirname, '..', file)) ? [] : [`${path}: ${target}`]
      }),
    )
    expect(missing).toEqual([])
  })
})

describe('of the examples of CONTRIBUTING.md, the provider', () => {
  const provider = blocks.filter(({ heading }) => heading === 'Add a provider')
  let project: ExampleProject
  beforeAll(() => {
    project = createExampleProject(provider)
  })
  afterAll(() => project.remove())

  test(
    'has the right types',
    () => {
      expect(provider.length).toBe(4)
      expect(project.checkTypes()).toBe('fine')
    },
    WAIT_MS,
  )

  test(
    'passes its test',
    () => {
      expect(provider.filter(isTestBlock)).toHaveLength(1)
      expect(project.runTests()).toBe('fine')
    },
    WAIT_MS,
  )
})
