import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programPath } from '../../testing/programs.ts'
import { openApp } from '../compose/app.ts'
import { readConfig } from '../config/config.ts'
import { StartTrouble } from '../config/startTrouble.ts'
import { createLog } from '../log/log.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'atelier-troubles-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const start = async (options: readonly string[] = [], env: Record<string, string> = {}) => {
  const outcome = readConfig(
    { ATELIER_DATA: dataDir, ATELIER_CATALOGUE_URL: 'off', ATELIER_LOG: 'silent', ...env },
    options,
  )
  if (!outcome.ok) throw new Error(outcome.problems.join(' '))
  const { config } = outcome
  return openApp({ config, log: createLog(config), version: '0', port: 4000, sitesPort: 4001 })
}
const troubles = async (env?: Record<string, string>) => {
  const found: unknown = await start([], env).then(
    (opened) => opened.close().then(() => []),
    (error: unknown) => error,
  )
  return found instanceof StartTrouble ? found.troubles : found
}
/** It starts with `--accept`, and then finds nothing any more. */
const acceptAndSee = async (env?: Record<string, string>) => {
  await (await start(['--accept'], env)).close()
}

test('all is well in a new folder and at the next start', async () => {
  expect(await troubles()).toEqual([])
  expect(await troubles()).toEqual([])
})

test('a log that cannot be read is not passed over in silence, and --accept keeps it', async () => {
  await (await start()).close()
  const log = join(dataDir, 'atelier.db-wal')
  writeFileSync(log, Buffer.alloc(8_000, 'damaged'))
  expect(await troubles()).toEqual([expect.stringMatching(/atelier\.db-wal cannot be read.*--accept/)])
  await acceptAndSee()
  expect(readdirSync(dataDir).filter((name) => name.includes('unreadable'))).toHaveLength(1)
  expect(await troubles()).toEqual([])
})

test('a log that a kill left is read', async () => {
  const child = spawn(process.execPath, [programPath('writer'), JSON.stringify({ dataDir })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('close', resolve))
  expect(existsSync(join(dataDir, 'atelier.db-wal'))).toBe(true)
  expect(await troubles()).toEqual([])
})

test('sealed keys without their secret stop the start', async () => {
  const opened = await start()
  const { id: workspaceId } = await opened.services.kysely
    .selectFrom('workspaces')
    .select('id')
    .executeTakeFirstOrThrow()
  await opened.services.credentials.create(workspaceId, { provider: 'openai', label: 'Key', apiKey: 'sk-a-long-key' })
  await opened.close()
  expect(await troubles()).toEqual([])
  expect(await troubles({ ATELIER_SECRET: 'quite another secret' })).toEqual([
    expect.stringContaining('another ATELIER_SECRET'),
  ])
  rmSync(join(dataDir, 'secret.key'))
  expect(await troubles()).toEqual([expect.stringMatching(/key file .*secret\.key is missing.*--accept/)])
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(false)
  await acceptAndSee()
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(true)
})

test('a database that is older than the releases stops the start; what a deleted project left does not', async () => {
  const opened = await start()
  const project = await opened.services.kysely.selectFrom('projects').select('id').executeTakeFirstOrThrow()
  await opened.close()
  const live = (projectId: string, releaseId: string) => {
    const folder = join(dataDir, 'sites', projectId)
    mkdirSync(folder, { recursive: true })
    symlinkSync(join('releases', releaseId), join(folder, 'current'))
  }
  live('gone', '018f0000-0000-7000-8000-000000000000')
  expect(await troubles()).toEqual([])
  live(project.id, '018f0000-0000-7000-8000-000000000001')
  expect(await troubles()).toEqual([expect.stringMatching(/older than its releases \(a published site is not in it\)/)])
  live('later', 'ffff0000-0000-7000-8000-000000000002')
  expect(await troubles()).toEqual([expect.stringContaining('2 published sites are')])
  await acceptAndSee()
})

test('a folder that cannot be written stops the start', async () => {
  await (await start()).close()
  writeFileSync(join(dataDir, 'sites'), 'a file where a folder belongs')
  expect(await troubles()).toEqual([expect.stringMatching(/sites cannot be written, as it is a file: .*--accept/)])
})

test('an option that there is not is named', () => {
  expect(readConfig({}, ['--acept'])).toMatchObject({ ok: false, problems: [expect.stringContaining('--acept')] })
})
