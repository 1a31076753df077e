import type { LocalUndo } from '@atelier/documents'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settle, testConnection } from '../../testing/site/openEditor.ts'
import { createDocumentSession, type DocumentSessionOptions } from './documentSession.ts'

const contents = new Map([
  ['main', { title: 'Main' }],
  ['other', { title: 'Other' }],
])

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function openSession(options: Partial<DocumentSessionOptions> = {}) {
  const connection = testConnection(contents)
  const loaded: unknown[] = []
  const session = createDocumentSession({
    connection,
    documentId: 'main',
    onLoaded: ({ local }) => loaded.push(local.view.get('title')),
    locked: () => undefined,
    left: (count) => `${count} left`,
    ...options,
  })
  await settle()
  const write = (title: string) => {
    vi.advanceTimersByTime(1_000)
    const local = session.main()?.local
    if (local) session.apply(local, [{ key: 'title', before: local.view.get('title'), after: title }], 'hand')
  }
  const title = () => session.main()?.local.view.get('title')
  return { session, connection, loaded, write, title }
}

test('steps of this tab and of the server are undone and redone in their order', async () => {
  const asked: string[] = []
  const turnOnServer = async (id: string, to: string) => {
    asked.push(`${to} ${id}`)
    return { ok: true as const, value: { applied: 1, kept: [] } satisfies LocalUndo }
  }
  const onServerStep = vi.fn()
  const { session, write, title } = await openSession({ turnOnServer, onServerStep })
  write('One')
  session.recordServerChange('c1')
  write('Two')
  session.undo()
  session.undo()
  await settle()
  expect([title(), asked]).toEqual(['One', ['undo c1']])
  session.redo()
  session.undo()
  session.undo()
  await settle()
  expect([title(), asked]).toEqual(['Main', ['undo c1', 'redo c1', 'undo c1']])
  expect(session.history.get()).toEqual({ canUndo: false, canRedo: true })
  expect(onServerStep).toHaveBeenCalledTimes(3)
})

test('an undo that the server refuses says why, and can be tried again', async () => {
  const error = { code: 'busy', status: 503, message: 'The server is busy.' }
  const { session } = await openSession({ turnOnServer: async () => ({ ok: false, error }) })
  session.recordServerChange('c1')
  session.undo()
  await settle()
  expect(session.problem.get()?.message).toContain('The server is busy.')
  expect(session.history.get().canUndo).toBe(true)
  expect(await session.revert('c1')).toContain('The server is busy.')
})

test('work on the documents runs one after the other, and an undo waits for it', async () => {
  const { session, write, title } = await openSession()
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = session.inOrder(async () => {
    await gate.promise
    order.push('first')
    write('First')
  })
  const second = session.inOrder(async () => {
    order.push('second')
    write('Second')
    throw new Error('refused')
  })
  expect(session.history.get().canUndo).toBe(true)
  session.undo()
  gate.resolve()
  await first
  await expect(second).rejects.toThrow('refused')
  await settle()
  expect(order).toEqual(['first', 'second'])
  expect(title()).toBe('First')
})

test('nothing is undone while nothing may be written, nor what others have changed since', async () => {
  let lock: string | undefined
  const { session, connection, write, title } = await openSession({ locked: () => lock })
  write('Mine')
  lock = 'Read only.'
  session.undo()
  await settle()
  expect([session.problem.get()?.message, title()]).toEqual(['Read only.', 'Mine'])
  lock = undefined
  connection.write('main', { title: 'Theirs' })
  session.undo()
  await settle()
  expect([session.problem.get()?.message, title()]).toEqual(['1 left', 'Theirs'])
})

test('once refused edits are given up, the main document is loaded again and all others are closed', async () => {
  const onDiscarded = vi.fn()
  const { session, connection, loaded, write } = await openSession({ onDiscarded })
  const other = await session.open('other')
  expect(other?.local.view.get('title')).toBe('Other')
  expect((await session.open('other'))?.local).toBe(other?.local)
  expect(await session.open('nowhere')).toBeUndefined()
  write('Refused')
  connection.discard()
  expect(onDiscarded).toHaveBeenCalledTimes(1)
  await settle()
  expect(loaded).toEqual(['Main', 'Main'])
  expect(session.history.get()).toEqual({ canUndo: false, canRedo: false })
  expect([connection.held('main'), connection.held('other')]).toEqual([1, 0])
  session.close()
  expect(connection.held('main')).toBe(0)
})
