import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCheckpoints } from './checkpoints.ts'
import { openConnection } from './sqlite.ts'

let folder: string
let file: string
let connection: DatabaseSync

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-checkpoints-'))
  file = join(folder, 'a.db')
  connection = openConnection(file)
  connection.exec('create table notes (text text)')
})

afterEach(() => {
  if (connection.isOpen) connection.close()
  rmSync(folder, { recursive: true })
})

const write = (bytes: number) => connection.prepare('insert into notes values (?)').run('x'.repeat(bytes))
const ownPages = () => connection.prepare('pragma wal_autocheckpoint').get()?.wal_autocheckpoint

it('makes them on a thread of its own once much is written, and leaves one file at the end', async () => {
  const checkpoints = createCheckpoints(connection, file)
  expect(ownPages()).toBe(1000)
  checkpoints.committed(499)
  expect(ownPages()).toBe(1000)
  checkpoints.committed(1)
  await vi.waitFor(() => expect(ownPages()).toBe(0), 10_000)
  const before = statSync(file).size
  write(1_000_000)
  checkpoints.committed(500)
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before + 900_000), 10_000)
  await checkpoints.close()
  connection.close()
  expect(existsSync(`${file}-wal`)).toBe(false)
  const after = openConnection(file)
  expect(after.prepare('select count(*) as count from notes').get()).toEqual({ count: 1 })
  after.close()
})

it('has the log start again if it has grown beyond its bound, once writers waited for a moment', async () => {
  const checkpoints = createCheckpoints(connection, file)
  checkpoints.committed(500)
  await vi.waitFor(() => expect(ownPages()).toBe(0), 10_000)
  for (let at = 0; at < 9; at++) write(8_000_000)
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(64 * 1024 * 1024)
  // Few scripts, but a log that is too long.
  let held = false
  await vi.waitFor(() => {
    checkpoints.committed(32)
    held ||= checkpoints.hold !== undefined
    if (!checkpoints.hold) write(10)
    expect(statSync(`${file}-wal`).size).toBeLessThanOrEqual(64 * 1024 * 1024)
  }, 10_000)
  expect(held).toBe(true)
  await checkpoints.close()
})

it('copies on the thread what one long transaction has written', async () => {
  const checkpoints = createCheckpoints(connection, file)
  const before = statSync(file).size
  connection.exec('begin immediate')
  checkpoints.leaveToThread()
  expect(ownPages()).toBe(0)
  write(6_000_000)
  connection.exec('commit')
  expect(statSync(file).size).toBe(before)
  checkpoints.committed(500)
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before + 5_000_000), 10_000)
  await checkpoints.close()
})

it('leaves them to the writer if the thread fails', async () => {
  const checkpoints = createCheckpoints(connection, join(folder, 'missing', 'a.db'))
  connection.exec('pragma wal_autocheckpoint = 0')
  checkpoints.committed(500)
  await vi.waitFor(() => expect(ownPages()).toBe(1000), 10_000)
  checkpoints.committed(500)
  expect(ownPages()).toBe(1000)
  await checkpoints.close()
})
