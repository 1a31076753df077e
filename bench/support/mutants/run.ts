import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Mutant } from './mutant.ts'

export type Outcome = 'killed' | 'survived' | 'broken'

/** How long the tests of one mutant may take; one that makes them hang is killed. */
const limitMs = 180_000
const Report = Type.Object({
  success: Type.Boolean(),
  numPassedTests: Type.Number(),
  testResults: Type.Array(
    Type.Object({
      status: Type.String(),
      message: Type.Optional(Type.String()),
      assertionResults: Type.Array(Type.Unknown()),
    }),
  ),
})
const left = new Set(['node_modules', 'dist', 'data', '.git', 'sites', 'screenshots'])

/**
 * @returns what is wrong with the list itself, as sentences: a file or a test that is not there, a text that does not
 *   occur in its file exactly once
 */
export function listProblems(root: string, mutants: readonly Mutant[]): string[] {
  return mutants.flatMap(({ file, before, after, tests }) => {
    if (!existsSync(join(root, file))) return [`${file} is not there.`]
    const count = readFileSync(join(root, file), 'utf8').split(before).length - 1
    const problems = tests.filter((test) => !existsSync(join(root, test))).map((test) => `${test} is not there.`)
    if (count !== 1) problems.push(`${file} holds ${JSON.stringify(before)} ${count} times, not once.`)
    if (before === after) problems.push(`${file}: ${JSON.stringify(before)} is not changed.`)
    return problems
  })
}

/** The sources in a folder of their own, whose own packages are those of the copy. The rest of `node_modules` is linked. */
export function copyOf(root: string): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-mutants-'))
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !left.has(basename(path)) })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@atelier'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@atelier') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const kind of ['packages', 'apps']) {
    for (const name of readdirSync(join(root, kind))) {
      const own = join(root, kind, name, 'node_modules')
      if (existsSync(own)) symlinkSync(own, join(folder, kind, name, 'node_modules'))
      if (kind === 'packages') symlinkSync(join(folder, kind, name), join(modules, '@atelier', name))
    }
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Puts the fault into the copy, runs its tests there, and takes it out again. */
export async function outcomeOf(copy: string, { file, before, after, tests }: Mutant): Promise<Outcome> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(before, () => after),
  )
  try {
    if (needBuild(tests) && !(await build(copy))) return 'broken'
    const report = await runTests(copy, tests)
    if (report === 'timeout') return 'killed'
    // A file that cannot be read any more fails without any of its tests: that shows nothing.
    const noticed = report.testResults.some((each) => each.status === 'failed' && each.assertionResults.length > 0)
    return noticed ? 'killed' : report.success ? 'survived' : 'broken'
  } finally {
    writeFileSync(path, text)
  }
}

/** @throws Error when the tests do not pass as they are */
export async function checkTests(copy: string, tests: readonly string[]): Promise<void> {
  if (needBuild(tests) && !(await build(copy))) throw new Error('The studio cannot be built without any mutant.')
  const report = await runTests(copy, tests, 10 * limitMs)
  if (report === 'timeout') throw new Error('The tests take too long without any mutant.')
  if (report.success && report.numPassedTests > 0) return
  const failed = report.testResults.filter(({ status }) => status === 'failed')
  throw new Error(`The tests do not pass without any mutant: ${JSON.stringify(failed).slice(0, 4000)}`)
}

/** Browser tests use the built server and studio. */
const needBuild = (tests: readonly string[]) => tests.some((test) => test.startsWith('e2e/'))

/** True if the copy could be built. */
async function build(copy: string): Promise<boolean> {
  const child = spawn(process.execPath, [join(copy, 'scripts/atelier.mjs'), 'build'], { cwd: copy, stdio: 'ignore' })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)))
}

async function runTests(copy: string, tests: readonly string[], timeout = limitMs) {
  const output = join(copy, 'report.json')
  rmSync(output, { force: true })
  const args = ['run', '--bail=1', '--no-file-parallelism', '--reporter=json', `--outputFile=${output}`, ...tests]
  const child = spawn(join(copy, 'node_modules', '.bin', 'vitest'), args, {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  })
  let late = false
  const stop = setTimeout(() => {
    late = true
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  }, timeout)
  await new Promise((resolve) => child.once('exit', resolve))
  clearTimeout(stop)
  if (late) return 'timeout' as const
  if (!existsSync(output)) return { success: false, numPassedTests: 0, testResults: [] }
  return Value.Parse(Report, JSON.parse(readFileSync(output, 'utf8')))
}
