import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export interface Block {
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
    const [, language, path] = /^```(tsx?|diff) (\S+)$/.exec(line) ?? []
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

/** The blocks of all examples. */
export const readBlocks = (): Block[] => blocksOf(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))

export const isTestBlock = ({ path }: Block): boolean => path.includes('.test.')

/**
 * The texts of the files that the blocks make or change, by their paths.
 * @throws Error when the lines around a change are not in its file exactly once
 */
export function filesWith(blocks: readonly Block[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const block of blocks) {
    const { path, lines } = block
    const text = () => files.get(path) ?? readFileSync(join(root, path), 'utf8')
    files.set(path, block.change ? changed(text(), block) : `${lines.join('\n')}\n`)
  }
  return files
}

/** A copy of the project with the changes of some blocks in it. */
export interface ExampleProject {
  /** Both return what the program has printed, or `fine`. */
  checkTypes(): string
  runTests(): string
  remove(): void
}

/**
 * Copies the sources and writes what is derived from the operations; only the links to the packages are created again in
 * what is installed.
 */
export function createExampleProject(blocks: readonly Block[]): ExampleProject {
  const copy = mkdtempSync(join(tmpdir(), 'atelier-contributing-'))
  const keep = (path: string) => !['node_modules', 'dist', '.git'].includes(basename(path))
  const configuration = ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts']
  for (const name of ['packages', 'apps', 'scripts', 'docs', ...configuration])
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
    files: [...filesWith(blocks).keys()],
  }
  writeFileSync(join(copy, 'tsconfig.examples.json'), JSON.stringify(checked))
  for (const [path, text] of filesWith(blocks)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  const written = spawnSync(process.execPath, ['scripts/operations/main.ts'], { cwd: copy, encoding: 'utf8' })
  if (written.status !== 0) throw new Error(written.stderr)
  const run = (name: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', name), args, {
      cwd: copy,
      encoding: 'utf8',
      // The examples are tests of the fast suite, also where the deep one runs them.
      env: { ...process.env, ATELIER_TESTS: undefined },
    })
    return status === 0 ? 'fine' : stdout + stderr
  }
  return {
    checkTypes: () => run('tsc', ['--noEmit', '--project', 'tsconfig.examples.json']),
    runTests: () => run('vitest', ['run', ...blocks.filter(isTestBlock).map(({ path }) => path)]),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}
