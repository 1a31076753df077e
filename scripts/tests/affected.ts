import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importsOf } from '../sources.ts'
import longest from './longest.json' with { type: 'json' }

/** A file of tests that a change may break. */
export interface Candidate {
  path: string
  /** How near it is to the change, 0 for the changed file itself. For a browser test, how little of the project its folder says. */
  distance: number
  /** How long it is expected to take. */
  seconds: number
}

/** Seconds of files that may be chosen: with two at once they take a minute. */
const LIMITS = { unit: 60, browser: 60 }
/** The time of a file that is not among the long ones. */
const SHORT_SECONDS = 0.5
const TESTED = /^(?:packages|apps|scripts|e2e)\/.*\.tsx?$/

/** Names the tests that a change since `revision` may break and that fit into a minute and a half, and says which it leaves out. */
export function affectedFiles(root: string, revision: string, say: (text: string) => void): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const changed = [...git('diff', '--name-only', revision), ...git('ls-files', '--others', '--exclude-standard')]
  const paths = globSync(
    ['packages/*/{src,testing}/**/*.{ts,tsx}', 'apps/*/{src,testing}/**/*.{ts,tsx}', 'scripts/**/*.ts', 'e2e/**/*.ts'],
    {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name === 'dist',
    },
  ).map((path) => path.replaceAll('\\', '/'))
  const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const tests = testsOf(
    changed.filter((path) => TESTED.test(path)),
    sources,
  )
  const choice = { unit: chosenOf(tests.unit, LIMITS.unit), browser: chosenOf(tests.browser, LIMITS.browser) }
  const left = [...choice.unit.left, ...choice.browser.left]
  const taken = [...choice.unit.taken, ...choice.browser.taken]
  say(`${changed.length} changed files: ${taken.length} files of tests run.`)
  if (left.length > 0) say(`Left out, farther away (npm test runs them): ${left.map(({ path }) => path).join(', ')}`)
  return taken.map(({ path }) => path).filter((path) => existsSync(join(root, path)))
}

/** The tests that the changed files reach: by what they import, and in browser tests by the folders that they cover. */
export function testsOf(
  changed: readonly string[],
  sources: ReadonlyMap<string, string>,
): { unit: Candidate[]; browser: Candidate[] } {
  const importers = importersOf(sources)
  const distances = new Map(changed.map((path) => [path, 0]))
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  const isTest = (path: string) => /\.test\.tsx?$/.test(path) && !/\.deep\.test\.tsx?$/.test(path)
  const candidate = (path: string, distance: number) => ({ path, distance, seconds: secondsOf(path) })
  const unit = [...distances]
    .filter(([path]) => isTest(path) && !isBrowserTest(path))
    .map(([path, distance]) => candidate(path, distance))
  const browser = [...sources]
    .filter(([path]) => isTest(path) && isBrowserTest(path))
    .flatMap(([path, text]) => {
      if (distances.has(path)) return [candidate(path, 0)]
      const covering = coversOf(text).filter((folder) => changed.some((file) => file.startsWith(`${folder}/`)))
      // The longest of the folders says most of the change.
      const depth = Math.max(0, ...covering.map((folder) => folder.split('/').length))
      return depth === 0 ? [] : [candidate(path, 100 - depth)]
    })
  return { unit, browser }
}

/** The folders in the line `covers` of a browser test. */
export function coversOf(text: string): string[] {
  return /^\/\/ covers (.+)$/m.exec(text)?.[1]?.split(' ') ?? []
}

/** Takes the nearest tests first, as long as there is time. */
export function chosenOf(candidates: readonly Candidate[], limit: number): { taken: Candidate[]; left: Candidate[] } {
  let spent = 0
  const [taken, left]: [Candidate[], Candidate[]] = [[], []]
  const sorted = [...candidates].sort((one, other) => one.distance - other.distance || one.seconds - other.seconds)
  for (const candidate of sorted) {
    const fits = spent + candidate.seconds <= limit
    if (fits) spent += candidate.seconds
    ;(fits ? taken : left).push(candidate)
  }
  return { taken, left }
}

const isBrowserTest = (path: string) => /^e2e\/(?!wire\/)/.test(path)

function secondsOf(path: string): number {
  return new Map(Object.entries<number>(longest)).get(path) ?? SHORT_SECONDS
}

/** Which files import a file, by the path of the imported one. */
function importersOf(sources: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const [path, text] of sources) {
    for (const imported of importsOf(text)) {
      const target = targetOf(path, imported, sources)
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  }
  return importers
}

function targetOf(from: string, imported: string, sources: ReadonlyMap<string, string>): string | undefined {
  if (imported.startsWith('.')) return join(dirname(from), imported).replaceAll('\\', '/')
  const [, name, rest] = /^@atelier\/([\w-]+)(?:\/(.+))?$/.exec(imported) ?? []
  if (!name) return undefined
  const folder = `packages/${name}/src`
  if (!rest) return `${folder}/index.ts`
  return [
    `${folder}/${rest}.ts`,
    `${folder}/${rest}/index.ts`,
    `${folder}/${rest}`,
    `packages/${name}/${rest}.ts`,
  ].find((path) => sources.has(path))
}
