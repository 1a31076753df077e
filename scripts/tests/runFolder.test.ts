import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRunFolder } from './runFolder.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'atelier-run-folder-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

test('the folder of a run that was killed goes with the servers that it left; one of a run that continues stays', async () => {
  const other = openRunFolder(parent)
  const killed = openRunFolder(parent)
  const { pid: gone } = spawnSync(process.execPath, ['--version'])
  writeFileSync(join(killed.path, 'pid'), String(gone))
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    env: { ATELIER_DATA: join(killed.temporary, 'data') },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => server.once('exit', (_code, signal) => resolve(signal)))
  await new Promise((resolve) => server.once('spawn', resolve))
  const next = openRunFolder(parent)
  expect(await ended).toBe('SIGKILL')
  expect([killed, other, next].map(({ path }) => existsSync(path))).toEqual([false, true, true])
  next.remove()
  expect(existsSync(next.path)).toBe(false)
})
