import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { findPostgres } from './postgres.mjs'
import { root, say } from './setup.mjs'
import { slowest } from './slowest.ts'

const browser = findBrowser()
if (!browser) {
  say(
    'No Chromium was found and none could be installed; the end-to-end tests need one. Set CHROMIUM_PATH to its program.',
  )
  process.exit(1)
}
const postgres = findPostgres()
const folder = mkdtempSync(join(tmpdir(), 'atelier-test-'))
const report = join(folder, 'report.json')
const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)]
const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), args, {
  cwd: root,
  env: { ...process.env, CHROMIUM_PATH: browser, ...(postgres ? { ATELIER_TEST_POSTGRES_BIN: postgres } : {}) },
  stdio: ['ignore', 'inherit', 'inherit'],
})

let failed = true
if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numPendingTests, success, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  process.stdout.write(slowest(testResults, root))
  if (!postgres) say('Postgres is not installed here: the storage tests ran on SQLite alone.')
  process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`)
  failed = !success || numPassedTests === 0
}
rmSync(folder, { recursive: true, force: true })
process.exit(status === 0 && !failed ? 0 : 1)
