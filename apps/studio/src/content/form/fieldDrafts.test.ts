import { expect, test } from 'vitest'
import { createFieldDrafts, type SaveOutcome } from './fieldDrafts.ts'

function setUp() {
  const entry = new Map([
    ['title', 'One'],
    ['text', 'A'],
  ])
  const saved: [string, string][] = []
  const due: (() => void)[] = []
  let outcome: SaveOutcome = { ok: true }
  let hold: Promise<void> | undefined
  const drafts = createFieldDrafts({
    current: (key) => entry.get(key) ?? '',
    async save(key, text) {
      saved.push([key, text])
      await hold
      if (outcome.ok) entry.set(key, text)
      return outcome
    },
    schedule(work) {
      due.push(work)
      return () => due.splice(due.indexOf(work), due.includes(work) ? 1 : 0)
    },
  })
  return {
    entry,
    saved,
    drafts,
    state: (key: string) => drafts.all.get().get(key)?.state,
    pass: () => due.splice(0).map((work) => work()),
    answerWith: (next: SaveOutcome) => (outcome = next),
    holdUntil: (promise: Promise<void> | undefined) => (hold = promise),
  }
}

test('a field is saved once its typing pauses, by itself, and is then shown by the entry', async () => {
  const { drafts, saved, pass, state, entry } = setUp()
  drafts.type('title', 'Tw')
  drafts.type('title', 'Two')
  expect(saved).toEqual([])
  pass()
  await drafts.flush()
  expect(saved).toEqual([['title', 'Two']])
  await Promise.resolve()
  expect(state('title')).toBeUndefined()
  expect(entry.get('text')).toBe('A')
})

test('what is typed back to what the entry has is not saved', async () => {
  const { drafts, saved, state } = setUp()
  drafts.type('title', 'Two')
  drafts.type('title', 'One')
  await drafts.flush('title')
  expect(saved).toEqual([])
  expect(state('title')).toBeUndefined()
})

test('a field that another user has changed meanwhile is not overwritten before somebody decides', async () => {
  const { drafts, saved, entry, state } = setUp()
  drafts.type('title', 'Mine')
  entry.set('title', 'Theirs')
  await drafts.flush('title')
  expect(saved).toEqual([])
  expect(state('title')).toBe('changed')
  drafts.decide('title', 'theirs')
  expect(state('title')).toBeUndefined()
  drafts.type('title', 'Mine')
  entry.set('title', 'Theirs again')
  await drafts.flush('title')
  drafts.decide('title', 'mine')
  await Promise.resolve()
  expect(saved).toEqual([['title', 'Mine']])
})

test('a refused field keeps its text with the reason, and is saved when it is mended', async () => {
  const { drafts, saved, answerWith } = setUp()
  answerWith({ ok: false, error: 'It is too long.' })
  drafts.type('title', 'Much too long')
  await drafts.flush('title')
  expect(drafts.all.get().get('title')).toMatchObject({
    text: 'Much too long',
    state: 'refused',
    error: 'It is too long.',
  })
  answerWith({ ok: true })
  drafts.type('title', 'Short')
  await drafts.flush('title')
  expect(saved.at(-1)).toEqual(['title', 'Short'])
  expect(drafts.all.get().size).toBe(0)
})

test('what is typed while a save is on its way is kept, and saved after it', async () => {
  const { drafts, saved, state, holdUntil, entry } = setUp()
  const answered = Promise.withResolvers<void>()
  holdUntil(answered.promise)
  drafts.type('title', 'Two')
  const first = drafts.flush('title')
  drafts.type('title', 'Two and more')
  answered.resolve()
  await first
  expect(state('title')).toBe('typing')
  holdUntil(undefined)
  await drafts.flush('title')
  expect(saved.map(([, text]) => text)).toEqual(['Two', 'Two and more'])
  expect(entry.get('title')).toBe('Two and more')
})
