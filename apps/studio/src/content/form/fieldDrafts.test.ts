import { mergeText } from '@atelier/content'
import { expect, test } from 'vitest'
import { createFieldDrafts, type FieldDraftsOptions, type SaveOutcome } from './fieldDrafts.ts'

function setUp(options: Partial<FieldDraftsOptions> = {}) {
  const entry = new Map([
    ['title', 'One'],
    ['text', 'A'],
  ])
  const saved: [string, string][] = []
  const due: (() => void)[] = []
  let outcome: SaveOutcome = { ok: true }
  let hold: Promise<void> | undefined
  const drafts = createFieldDrafts({
    ...options,
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

test('a field that another user has changed meanwhile is not overwritten before a user decides', async () => {
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

const paragraphs: Partial<FieldDraftsOptions> = {
  merge: (_key, base, theirs, mine) => mergeText('markdown', base, theirs, mine),
}

test('what another user writes in another paragraph comes into what is being typed', async () => {
  const { drafts, entry, saved, state } = setUp(paragraphs)
  entry.set('text', 'A\n\nB')
  drafts.type('text', 'A by me\n\nB')
  entry.set('text', 'A\n\nB by them')
  drafts.rebase()
  expect(drafts.all.get().get('text')).toEqual({
    text: 'A by me\n\nB by them',
    base: 'A\n\nB by them',
    state: 'typing',
  })
  await drafts.flush('text')
  expect(saved).toEqual([['text', 'A by me\n\nB by them']])
  drafts.type('text', 'A by me again\n\nB by them')
  entry.set('text', 'A by them\n\nB by them')
  drafts.rebase()
  expect(state('text')).toBe('changed')
})

test('what others wrote while a save was on its way stays in what was typed meanwhile', async () => {
  const { drafts, entry, holdUntil } = setUp(paragraphs)
  entry.set('text', 'A\n\nB')
  const answered = Promise.withResolvers<void>()
  holdUntil(answered.promise.then(() => void setTimeout(() => entry.set('text', 'A1\n\nB by them'))))
  drafts.type('text', 'A1\n\nB')
  const first = drafts.flush('text')
  drafts.type('text', 'A12\n\nB')
  answered.resolve()
  await first
  await new Promise((resolve) => setTimeout(resolve))
  drafts.rebase()
  expect(drafts.all.get().get('text')?.text).toBe('A12\n\nB by them')
})

test('a save that came too late is merged and tried again, or waits for a decision', async () => {
  const { drafts, entry, state, answerWith, saved } = setUp(paragraphs)
  entry.set('text', 'A\n\nB')
  answerWith({ ok: false, error: 'Changed', changed: true })
  drafts.type('text', 'A1\n\nB')
  const sent = drafts.flush('text')
  entry.set('text', 'A2\n\nB')
  await sent
  expect(saved).toHaveLength(1)
  expect(state('text')).toBe('changed')
})

test('who types without a pause is saved all the same', () => {
  let time = 0
  const waits: number[] = []
  const drafts = createFieldDrafts({
    current: () => '',
    save: async () => ({ ok: true }),
    now: () => time,
    schedule: (_work, ms) => {
      waits.push(ms)
      return () => undefined
    },
  })
  for (time = 0; time <= 3_000; time += 500) drafts.type('title', 'x'.repeat(time + 1))
  expect(waits).toEqual([400, 400, 400, 400, 400, 400, 0])
})

test('what is typed in a control that does not show yet what others wrote keeps that too', () => {
  const { drafts, entry } = setUp(paragraphs)
  entry.set('text', 'A\n\nB')
  drafts.type('text', 'A1\n\nB', 'A\n\nB')
  entry.set('text', 'A\n\nB by them')
  drafts.rebase()
  drafts.type('text', 'A12\n\nB', 'A1\n\nB')
  expect(drafts.text('text')).toBe('A12\n\nB by them')
})

test('what was saved stays shown where the entry could not be read again', async () => {
  const { drafts, entry, saved } = setUp()
  drafts.type('title', 'Two')
  await drafts.flush('title')
  entry.set('title', 'One')
  expect(drafts.text('title')).toBe('Two')
  drafts.type('title', 'Two and more')
  await drafts.flush('title')
  expect(saved).toEqual([
    ['title', 'Two'],
    ['title', 'Two and more'],
  ])
  entry.set('title', 'Theirs')
  drafts.rebase()
  entry.set('title', 'One')
  expect(drafts.text('title')).toBe('One')
})

test('what the server could not be sent is kept and sent again, also what was typed since', async () => {
  const { drafts, saved, pass, state, answerWith, entry } = setUp()
  answerWith({ ok: false, error: 'No connection', unsent: true })
  drafts.type('title', 'Two')
  await drafts.flush()
  expect(state('title')).toBe('unsent')
  await Promise.all(pass())
  await drafts.flush('text')
  drafts.type('title', 'Three')
  answerWith({ ok: true })
  await drafts.flush()
  expect(saved.map(([, text]) => text)).toEqual(['Two', 'Two', 'Three'])
  expect([entry.get('title'), state('title')]).toEqual(['Three', undefined])
})

test('a save whose answer was lost is no edit of another user', async () => {
  const { drafts, saved, state, answerWith, entry } = setUp()
  answerWith({ ok: false, error: 'No answer', unsent: true })
  drafts.type('title', 'Two')
  await drafts.flush()
  // It came through all the same.
  entry.set('title', 'Two')
  drafts.type('title', 'Two and more')
  drafts.rebase()
  answerWith({ ok: true })
  await drafts.flush()
  expect(saved.at(-1)).toEqual(['title', 'Two and more'])
  expect(state('title')).toBeUndefined()
})

test('a save that throws is made again', async () => {
  let calls = 0
  const entry = new Map([['title', 'One']])
  const drafts = createFieldDrafts({
    current: (key) => entry.get(key) ?? '',
    async save(key, text) {
      calls += 1
      if (calls === 1) throw new Error('broken')
      entry.set(key, text)
      return { ok: true }
    },
    schedule: () => () => undefined,
  })
  drafts.type('title', 'Two')
  await drafts.flush()
  expect(drafts.all.get().get('title')?.state).toBe('unsent')
  await drafts.flush()
  expect([entry.get('title'), drafts.all.get().size]).toEqual(['Two', 0])
})

test('a refusal for a change that the entry does not show waits for a decision, and is not asked again and again', async () => {
  const { drafts, saved, pass, state, answerWith } = setUp()
  answerWith({ ok: false, error: 'Changed', changed: true })
  drafts.type('title', 'Two')
  await drafts.flush()
  expect(state('title')).toBe('changed')
  pass()
  await drafts.flush()
  expect(saved).toHaveLength(1)
})

test('what was saved twice is shown while the entry is still read as it was before both', async () => {
  const texts: string[] = []
  let read = 'One'
  const drafts = createFieldDrafts({
    current: () => read,
    async save(_, text) {
      texts.push(text)
      return { ok: true }
    },
    schedule: () => () => {},
  })
  for (const text of ['Two', 'Three']) {
    drafts.type('title', text)
    await drafts.flush()
  }
  expect(texts).toEqual(['Two', 'Three'])
  for (const late of ['One', 'Two', 'Three']) {
    read = late
    drafts.rebase()
    expect(drafts.text('title')).toBe('Three')
  }
  // From here on another user’s text is one, also where it is the one from before.
  read = 'One'
  drafts.rebase()
  expect(drafts.text('title')).toBe('One')
})

test('says when the typing in a field has ended whose last save is held, once', async () => {
  const ended: string[] = []
  const { drafts, pass, answerWith } = setUp({ left: (key, text) => ended.push(`${key} ${text}`) })
  answerWith({ ok: true, held: true })
  drafts.type('title', 'One and')
  await Promise.all(pass())
  await drafts.flush('text')
  expect(ended).toEqual([])
  await drafts.flush('title')
  await drafts.flush('title')
  expect(ended).toEqual(['title One and'])
})

test('a field that is left with its last words unsaved is saved as no longer typed in', async () => {
  const saves: boolean[] = []
  const due: (() => void)[] = []
  const drafts = createFieldDrafts({
    current: () => 'One',
    async save(_key, _text, _base, typing) {
      saves.push(typing)
      return { ok: true }
    },
    schedule: (work) => {
      due.push(work)
      return () => undefined
    },
  })
  drafts.type('title', 'Two')
  due.splice(0).map((work) => work())
  await drafts.flush()
  drafts.type('title', 'Three')
  await drafts.flush('title')
  expect(saves).toEqual([true, false])
})
