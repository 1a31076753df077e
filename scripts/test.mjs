import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findBrowser } from './browser.mjs'
import { findPostgres } from './postgres.mjs'
import { root, say } from './setup.mjs'
import { slowest } from './slowest.ts'
import { countTests, describeFirstFailures, failedFiles, withRepeated } from './testReport.ts'

const browser = findBrowser()
if (!browser) {
  say(
    'No Chromium was found and none could be installed; the end-to-end tests need one. Set CHROMIUM_PATH to its program.',
  )
  process.exit(1)
}
const postgres = findPostgres()
const folder = mkdtempSync(join(tmpdir(), 'atelier-test-'))
const env = { ...process.env, CHROMIUM_PATH: browser, ...(postgres ? { ATELIER_TEST_POSTGRES_BIN: postgres } : {}) }
/** So many files of browser tests may fail because the machine is busy; more are a defect. */
const MAX_REPEATED = 5

/** Runs Vitest to its end. Returns its exit code, its report, undefined if it came to none, and whether an error was outside of tests. */
function runTests(name, options) {
  const file = join(folder, `${name}.json`)
  const errors = join(folder, `${name}.txt`)
  const { status } = spawnSync(
    join(root, 'node_modules', '.bin', 'vitest'),
    [
      'run',
      '--reporter=default',
      '--reporter=./scripts/unhandledErrors.ts',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...options,
    ],
    { cwd: root, env: { ...env, ATELIER_TEST_ERRORS: errors }, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  return { status, report, unhandled: existsSync(errors) }
}

const { status, report, unhandled } = runTests('first', process.argv.slice(2))
let failed = status !== 0 || !report
if (report) {
  let files = report.testResults
  const nameOf = (path) => relative(root, path).replaceAll('\\', '/')
  const paths = failedFiles(files)
  // A browser that is starved for seconds loses a press, and the later tests of its file stand on what that one left: the whole
  // file is tried once more.
  if (paths.length > 0 && paths.length <= MAX_REPEATED && paths.every((path) => nameOf(path).startsWith('e2e/'))) {
    const first = describeFirstFailures(
      files.filter(({ name }) => paths.includes(name)),
      nameOf,
    )
    say('The browser tests of the files that failed are tried once more.')
    const again = runTests('again', paths.map(nameOf))
    failed = unhandled || again.status !== 0 || !again.report
    if (again.report) files = withRepeated(files, again.report.testResults)
    process.stdout.write(`Failed the first time:\n${first}`)
  }
  process.stdout.write(slowest(files, root))
  if (!postgres) say('Postgres is not installed here: the storage tests ran on SQLite alone.')
  const counts = countTests(files)
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
  failed ||= counts.failed > 0 || counts.passed === 0
}
rmSync(folder, { recursive: true, force: true })
process.exit(failed ? 1 : 0)
