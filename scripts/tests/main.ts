import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from '../../apps/server/testing/cluster.ts'
import { affectedFiles } from './affected.ts'
import { findBrowser, installHint } from './browser.ts'
import { describeCosts } from './budgets.ts'
import { startBusyProcesses } from './busy.ts'
import { countTests, describeFailures, hasFailed, isDeath, mayRepeat, withRepeated } from './report.ts'
import { openRunFolder } from './runFolder.ts'
import { say } from './say.ts'
import { slowest } from './slowest.ts'
import { nameOf, root, runVitest, type VitestRun } from './vitest.ts'

/** So many files may run again; where more fail, something is wrong with all of them. */
const MAX_REPEATED = 8
/** How often `test:flaky` runs the browser tests; every other time beside busy processes. */
const FLAKY_TIMES = 10
const BUSY_PROCESSES = 4
/** A file that takes longer is in the list that the order of a run is made from, in seconds. */
const LISTED_SECONDS = 4

const traces = join(root, 'test-results')
const args = process.argv.slice(2)
const takeFlag = (name: string) => {
  const at = args.indexOf(name)
  if (at >= 0) args.splice(at, 1)
  return at >= 0
}
const takeValue = (name: string) => {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args.splice(at, 2)[1]
}
const mode = (['--deep', '--flaky', '--affected'] as const).find(takeFlag)
const savesOrder = takeFlag('--save-order')
const since = takeValue('--since') ?? 'HEAD'
const times = Number(takeValue('--times') ?? FLAKY_TIMES)

const browser = findBrowser()
if (browser.problem !== undefined) {
  say(`${browser.problem} The browser tests need one. ${installHint}`)
  process.exit(1)
}
const postgres = findPostgres()
const env = {
  ...process.env,
  CHROMIUM_PATH: browser.path,
  ATELIER_TESTS: mode === '--deep' ? 'deep' : 'fast',
  ...(postgres ? { ATELIER_TEST_POSTGRES_BIN: postgres } : {}),
}
const folder = openFolder()
rmSync(traces, { recursive: true, force: true })
const run = (name: string, options: readonly string[]) => runVitest(options, { folder, env, name, traces })
let ok = false
try {
  ok = mode === '--flaky' ? await runRepeatedly() : await runOnce()
} finally {
  folder.remove()
}
process.exit(ok ? 0 : 1)

function openFolder() {
  try {
    return openRunFolder()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

/** Runs the tests, and once more what may repeat; says what came of it. Returns whether all passed in the end. */
async function runOnce(): Promise<boolean> {
  const chosen = mode === '--affected' ? affectedFiles(root, since, say) : args
  if (mode === '--affected' && chosen.length === 0) return true
  const first = await run('first', chosen)
  let { files } = first
  let clean = isClean(first)
  const failed = files.filter(hasFailed)
  const repeated = failed.filter(mayRepeat)
  if (failed.length > 0) process.stdout.write(`Failed the first time:\n${describeFailures(failed, nameOf)}`)
  if (repeated.length > 0 && repeated.length <= MAX_REPEATED) {
    say('The browser tests that failed, and files whose process died, run once more.')
    const again = await run(
      'again',
      repeated.map(({ path }) => nameOf(path)),
    )
    clean &&= isClean(again)
    files = withRepeated(files, again.files)
    const flaky = repeated.filter(({ path }) => again.files.some((file) => file.path === path && !hasFailed(file)))
    if (flaky.length > 0) {
      const names = flaky.map(({ path }) => nameOf(path)).join(', ')
      process.stdout.write(
        `FLAKY: ${names}. They passed the second time. What their browsers showed is in test-results/.\n`,
      )
    }
  }
  process.stdout.write(slowest(files, nameOf))
  process.stdout.write(describeCosts(first.costs))
  if (savesOrder) saveOrder(first)
  if (!postgres) say('Postgres is not installed here: the storage tests ran on SQLite only.')
  const counts = countTests(files)
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
  return clean && counts.failed === 0 && counts.passed > 0
}

/** Whether nothing failed outside of the files, but for workers that died: their files say that. */
function isClean({ errors }: VitestRun): boolean {
  return errors.every(isDeath)
}

/** Runs the browser tests many times, without a second try. Returns whether none of them failed. */
async function runRepeatedly(): Promise<boolean> {
  const failures: string[] = []
  for (let time = 1; time <= times; time++) {
    const busy = time % 2 === 0 ? startBusyProcesses(BUSY_PROCESSES) : undefined
    say(`Run ${time} of ${times}${busy ? `, beside ${BUSY_PROCESSES} busy processes` : ''}`)
    const { files, errors } = await run(`flaky-${time}`, ['--project=process', '--project=e2e', ...args])
    busy?.stop()
    const text = describeFailures(files, nameOf) + errors.map((error) => `  ${error}\n`).join('')
    if (text !== '') failures.push(`Run ${time}${busy ? ', busy' : ''}:\n${text}`)
    if (files.length === 0) failures.push(`Run ${time} ran no test.\n`)
  }
  process.stdout.write(failures.join(''))
  process.stdout.write(`${times - failures.length} passed, ${failures.length} failed\n`)
  return failures.length === 0
}

/** Writes the list from which the next runs take their order. */
function saveOrder({ files }: VitestRun): void {
  const long = files
    .map(({ path, seconds }) => [nameOf(path), Math.round(seconds)] as const)
    .filter(([, seconds]) => seconds >= LISTED_SECONDS)
    .sort(([one, a], [other, b]) => b - a || one.localeCompare(other))
  writeFileSync(
    join(root, 'scripts', 'tests', 'longest.json'),
    `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`,
  )
}
