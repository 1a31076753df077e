import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { createLocalHistory, type LocalUndo, type RemoteStep } from './history.ts'
import { openLocal } from './local.ts'

const done: LocalUndo = { applied: 1, kept: [] }

/** A step whose calls the test answers itself. */
function far(answer: () => Promise<LocalUndo> = async () => done) {
  const calls: string[] = []
  const call = (name: string) => () => {
    calls.push(name)
    return answer()
  }
  const step: RemoteStep = { undo: call('undo'), redo: call('redo') }
  return { step, calls }
}

function written() {
  const document = openLocal(new Y.Doc())
  const patches = [{ key: 'title', after: 'One' }]
  document.apply(patches)
  return { document, change: [{ document, patches }] }
}

test('undoes remote steps in their order among local ones', async () => {
  const history = createLocalHistory()
  const { document, change } = written()
  const { step, calls } = far()
  history.record(change)
  history.recordRemote(step)
  await history.undo()
  expect(calls).toEqual(['undo'])
  expect(document.view.get('title')).toBe('One')
  await history.undo()
  expect(document.view.get('title')).toBeUndefined()
  expect(history.canUndo).toBe(false)
  await history.redo()
  await history.redo()
  expect(calls).toEqual(['undo', 'redo'])
  expect(document.view.get('title')).toBe('One')
})

test('keeps a remote step whose undo request failed', async () => {
  const history = createLocalHistory()
  const { step } = far(async () => {
    throw new Error('No connection.')
  })
  history.recordRemote(step)
  await expect(history.undo()).rejects.toThrow('No connection.')
  expect(history.canUndo).toBe(true)
  expect(history.canRedo).toBe(false)
})

test('undoes one remote step before later ones, and drops a step without changes left', async () => {
  const history = createLocalHistory()
  const { change } = written()
  const first = far()
  const second = far(async () => ({ applied: 0, kept: [] }))
  history.recordRemote(first.step)
  history.recordRemote(second.step)
  history.record(change)
  await history.undo(first.step)
  expect(first.calls).toEqual(['undo'])
  expect(history.canRedo).toBe(true)
  expect(history.undo(first.step)).toBeUndefined()
  history.undo()
  await history.undo()
  expect(second.calls).toEqual(['undo'])
  expect(history.canUndo).toBe(false)
})

test('keeps the newest steps up to the limit, local or remote', () => {
  const history = createLocalHistory({ limit: 2 })
  const document = openLocal(new Y.Doc())
  for (const title of ['One', 'Two', 'Three']) {
    const patches = [{ key: title, after: title }]
    document.apply(patches)
    history.record([{ document, patches }])
  }
  history.undo()
  history.undo()
  expect(history.canUndo).toBe(false)
  expect([...document.view.keys()]).toEqual(['One'])
  history.clear()
  const steps = [far(), far(), far()]
  for (const { step } of steps) history.recordRemote(step)
  for (const { step } of steps) void history.undo(step)
  expect(steps.map(({ calls }) => calls)).toEqual([[], ['undo'], ['undo']])
})

test('keeps 200 steps by default', () => {
  const history = createLocalHistory()
  const document = openLocal(new Y.Doc())
  for (let at = 0; at < 201; at += 1) {
    const patches = [{ key: `key${at}`, after: at }]
    document.apply(patches)
    history.record([{ document, patches }])
  }
  let undone = 0
  while (history.undo()) undone += 1
  expect(undone).toBe(200)
})

test('typing on one key is one step while it continues, and two after a pause', () => {
  let at = 0
  const history = createLocalHistory({ now: () => at, mergeWithin: 500 })
  const document = openLocal(new Y.Doc())
  const type = (after: string, before?: string) => {
    const patches = [{ key: 'title', ...(before === undefined ? {} : { before }), after }]
    document.apply(patches)
    history.record([{ document, patches }])
  }
  type('O')
  at = 499
  type('On', 'O')
  at = 999
  type('One', 'On')
  history.undo()
  expect(document.view.get('title')).toBe('On')
  history.undo()
  expect(document.view.get('title')).toBeUndefined()
  expect(history.canUndo).toBe(false)
})

test('merges continuing writes to one subject into one step, timed by their requests', () => {
  let at = 0
  const history = createLocalHistory({ now: () => at, mergeWithin: 500 })
  const document = openLocal(new Y.Doc())
  const write = (values: Record<string, string>, askedAt = at, subject = 'margin') => {
    const patches = Object.entries(values).map(([key, after]) => {
      const before = document.view.get(key)
      return before === undefined ? { key, after } : { key, before, after }
    })
    document.apply(patches)
    history.record([{ document, patches }], { subject, askedAt })
  }
  const values = () => Object.fromEntries([...document.view.keys()].map((key) => [key, document.view.get(key)]))
  write({ rule: 'h1', left: '1' })
  at = 900
  // The first was still being written when this was asked for.
  write({ left: '2' }, 499)
  at = 1000
  write({ left: '3', right: '3' })
  at = 1500
  write({ left: '4', right: '4' })
  at = 1600
  write({ left: '5', right: '5' }, at, 'padding')
  at = 1700
  document.apply([{ key: 'left', before: '5', after: 'by another user' }])
  write({ left: '6', right: '6' }, at, 'padding')
  const states = []
  while (history.undo()) states.push(values())
  expect(states).toEqual([
    { rule: 'h1', left: 'by another user', right: '5' },
    { rule: 'h1', left: 'by another user', right: '4' },
    { rule: 'h1', left: 'by another user', right: '3' },
    { left: 'by another user' },
  ])
})

test('a new step clears the redo history', () => {
  const history = createLocalHistory()
  const { change } = written()
  history.record(change)
  history.undo()
  expect(history.canRedo).toBe(true)
  history.recordRemote(far().step)
  expect(history.canRedo).toBe(false)
})

test('does not redo a step whose undo changed nothing', async () => {
  const history = createLocalHistory()
  const { document, change } = written()
  history.record(change)
  document.apply([{ key: 'title', before: 'One', after: 'By another user' }])
  history.undo()
  expect([history.canUndo, history.canRedo]).toEqual([false, false])
  history.recordRemote(far(async () => ({ applied: 0, kept: [] })).step)
  await history.undo()
  expect([history.canUndo, history.canRedo]).toEqual([false, false])
})
