import { expect, test } from 'vitest'
import { createContentSession } from './contentSession.ts'
import { operations } from './handles.ts'

/** @param read reads the screens again after a change */
function setUp(read: () => Promise<void> = async () => undefined) {
  const calls: string[] = []
  const unsaved: number[] = []
  let next = 0
  let answer: 'written' | 'refused' | 'odd' = 'written'
  const session = createContentSession({
    projectId: 'p',
    queries: { invalidateQueries: read },
    async send(_project, operation) {
      calls.push(operation)
      if (answer === 'refused')
        return {
          ok: true,
          value: { ok: false, error: { code: 'type', message: 'It is no number.', hint: 'Such as 4.' } },
        }
      if (answer === 'odd') return { ok: true, value: { ok: true, data: { entries: 4 }, changeSetId: 'c' } }
      next += 1
      const data = { merged: true, entries: [{ id: `e${next}`, settled: true }] }
      return { ok: true, value: { ok: true, data, changeSetId: `change${next}` } }
    },
    async turn(_project, changeSetId, to) {
      calls.push(`${to} ${changeSetId}`)
      return { ok: true, value: { undone: to === 'undo', applied: 1, kept: [] } }
    },
  })
  session.connection.status.subscribe(() => unsaved.push(session.connection.status.get().unsaved))
  return { session, calls, unsaved, answerWith: (kind: typeof answer) => (answer = kind) }
}

const save = { model: 'post', data: { a: { title: 'One' } } }

test('a save counts as unsaved until it is answered, and is undone by its change set', async () => {
  const { session, calls, unsaved } = setUp()
  const saved = await session.run(operations.saveContent, save)
  expect(saved).toMatchObject({ ok: true, value: { data: { entries: [{ id: 'e1' }] } } })
  expect(unsaved).toEqual([1, 0])
  await session.run(operations.saveContent, save)
  expect(session.history.get()).toEqual({ canUndo: true, canRedo: false })
  session.undo()
  session.redo()
  await session.run(operations.deleteContent, { model: 'post', entryIds: ['a'] })
  expect(calls).toEqual([
    'content.save_content',
    'content.save_content',
    'undo change2',
    'redo change2',
    'content.delete_content',
  ])
})

test.each(['run', 'runAll'] as const)('an undo right after the answer takes that change back (%s)', async (kind) => {
  const reads = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let read = 0
  const { session, calls } = setUp(() =>
    calls.length < 2 ? Promise.resolve() : (reads[read++]?.promise ?? Promise.resolve()),
  )
  await session.run(operations.saveContent, save)
  const second =
    kind === 'run' ? session.run(operations.saveContent, save) : session.runAll(operations.saveContent, [save])
  // The screens are still being read again.
  await expect.poll(() => calls.length).toBe(2)
  await expect.poll(() => read).toBe(1)
  session.undo()
  await expect.poll(() => calls[2]).toBe('undo change2')
  for (const { resolve } of reads) resolve()
  await second
})

test.each(['run', 'runAll'] as const)('an undo before the answer takes that change back (%s)', async (kind) => {
  const { session, calls } = setUp()
  await session.run(operations.saveContent, save)
  const second =
    kind === 'run' ? session.run(operations.saveContent, save) : session.runAll(operations.saveContent, [save])
  session.undo()
  await second
  await expect.poll(() => calls).toEqual(['content.save_content', 'content.save_content', 'undo change2'])
})

test('the undo of one save takes that one back, whatever came after it', async () => {
  const { session, calls } = setUp()
  const first = await session.run(operations.saveContent, save)
  await session.run(operations.saveContent, save)
  if (first.ok) first.value.undo?.()
  await session.run(operations.saveContent, save)
  expect(calls).toContain('undo change1')
  expect(calls).not.toContain('undo change2')
})

test('a refusal is answered with its reason, and is no step of the undo', async () => {
  const { session, answerWith } = setUp()
  answerWith('refused')
  const refused = session.run(operations.saveContent, save)
  await Promise.resolve()
  // Until it is answered it can be undone.
  expect(session.history.get().canUndo).toBe(true)
  expect(await refused).toMatchObject({
    ok: false,
    error: { code: 'type', message: 'It is no number.', hint: 'Such as 4.' },
  })
  answerWith('odd')
  expect(await session.run(operations.saveContent, save)).toMatchObject({ ok: false, error: { code: 'unexpected' } })
  expect(session.history.get()).toEqual({ canUndo: false, canRedo: false })
})

test('several calls are one step of the undo, which takes the last one back first', async () => {
  const { session, calls, answerWith } = setUp()
  const answer = await session.runAll(operations.saveContent, [save, save, save])
  expect(answer).toMatchObject({ ok: true, value: { data: [{}, {}, {}] } })
  session.undo()
  await session.run(operations.saveContent, save)
  expect(calls.slice(3)).toEqual(['undo change3', 'undo change2', 'undo change1', 'content.save_content'])
  answerWith('refused')
  expect(await session.runAll(operations.saveContent, [save])).toMatchObject({ ok: false, error: { code: 'type' } })
})

test('a text that is held back is said until it is gone, and what is being sent before that', async () => {
  const { session } = setUp()
  const { status } = session.connection
  const counts = { typing: 0, unsent: 0, held: 1 }
  session.typed.set(new Map([['post a', { flush: async () => undefined, unsaved: () => counts }]]))
  expect(status.get()).toEqual({ state: 'held', unsaved: 1 })
  const saving = session.run(operations.saveContent, save)
  await Promise.resolve()
  expect(status.get()).toEqual({ state: 'saving', unsaved: 2 })
  await saving
  expect(status.get()).toEqual({ state: 'held', unsaved: 1 })
  Object.assign(counts, { typing: 1, held: 0 })
  session.noteTyped()
  expect(status.get()).toEqual({ state: 'saving', unsaved: 1 })
  Object.assign(counts, { typing: 0, unsent: 1 })
  session.noteTyped()
  expect(status.get()).toEqual({ state: 'unanswered', unsaved: 1 })
  session.typed.set(new Map())
  expect(status.get()).toEqual({ state: 'saved', unsaved: 0 })
})
