import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const MAX_LINES = 30
/** Both are programs of their own, which a busy machine makes wait. */
const WAIT_MS = 300_000

interface Block {
  heading: string
  /** Relative to the project. */
  path: string
  change: boolean
  lines: string[]
}

/** The code blocks of CONTRIBUTING.md that name a file, under their headings. */
function blocksOf(page: string): Block[] {
  let heading = ''
  const found: Block[] = []
  let open: Block | undefined
  for (const line of page.split('\n')) {
    const [, language, path] = /^```(ts|diff) (\S+)$/.exec(line) ?? []
    if (open && line === '```') open = undefined
    else if (open) open.lines.push(line)
    else if (path !== undefined) {
      open = { heading, path, change: language === 'diff', lines: [] }
      found.push(open)
    } else if (line.startsWith('## ')) heading = line.slice(3)
  }
  return found
}

/** A file with a change: the lines without `+` must occur in it exactly once. */
function changed(text: string, { path, lines }: Block): string {
  const without = (mark: string) =>
    lines
      .filter((line) => !line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n')
  const before = without('+')
  const whole = `\n${text}`
  const places = whole.split(`\n${before}\n`).length - 1
  if (places !== 1) throw new Error(`${path} holds these lines ${places} times, not once:\n${before}`)
  return whole.replace(`\n${before}\n`, () => `\n${without('-')}\n`).slice(1)
}

const blocks = blocksOf(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))
const examples = [...new Set(blocks.map(({ heading }) => heading))]
const touched = [...new Set(blocks.map(({ path }) => path))]
const tests = blocks.map(({ path }) => path).filter((path) => path.includes('.test.'))
const copy = mkdtempSync(join(tmpdir(), 'atelier-contributing-'))

/** The sources alone; only the links to them are created again in what is installed. */
beforeAll(() => {
  const keep = (path: string) => !['node_modules', 'dist', '.git'].includes(basename(path))
  for (const name of ['packages', 'apps', 'scripts', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: keep })
  const link = (from: string, to: string) => {
    mkdirSync(to, { recursive: true })
    for (const name of readdirSync(from)) if (name !== '@atelier') symlinkSync(join(from, name), join(to, name))
  }
  link(join(root, 'node_modules'), join(copy, 'node_modules'))
  link(join(root, 'apps/server/node_modules'), join(copy, 'apps/server/node_modules'))
  mkdirSync(join(copy, 'node_modules/@atelier'))
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@atelier', name))
  // Only what the examples touch, and what that imports.
  const checked = {
    extends: './tsconfig.json',
    include: ['packages/*/src/**/*.d.ts', 'apps/*/src/**/*.d.ts'],
    files: touched,
  }
  writeFileSync(join(copy, 'tsconfig.examples.json'), JSON.stringify(checked))
  for (const block of blocks) {
    const file = join(copy, block.path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, block.change ? changed(readFileSync(file, 'utf8'), block) : `${block.lines.join('\n')}\n`)
  }
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function run(name: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', name), args, {
    cwd: copy,
    encoding: 'utf8',
  })
  return status === 0 ? 'fine' : stdout + stderr
}

describe('the examples of CONTRIBUTING.md', () => {
  test('show an operation, a document type, a scope, a provider and a panel, each in at most 30 lines', () => {
    expect(examples.sort()).toEqual([
      'Add a document type',
      'Add a panel',
      'Add a provider',
      'Add a scope',
      'Add an operation',
    ])
    for (const example of examples) {
      const own = blocks.filter(({ heading, path }) => heading === example && !path.includes('.test.'))
      const count = own.reduce((sum, { lines }) => sum + lines.length, 0)
      expect([example, count <= MAX_LINES, count]).toEqual([example, true, count])
    }
  })

  test(
    'have the right types',
    () => {
      expect(run('tsc', ['--noEmit', '--project', 'tsconfig.examples.json'])).toBe('fine')
    },
    WAIT_MS,
  )

  test(
    'pass their tests',
    () => {
      expect(tests.length).toBeGreaterThanOrEqual(4)
      expect(run('vitest', ['run', ...tests])).toBe('fine')
    },
    WAIT_MS,
  )
})
