// @vitest-environment happy-dom
import type { Envelope } from '@atelier/operation'
import { afterEach, beforeEach, expect, expectTypeOf, test, vi } from 'vitest'
import { openEditor, settle } from '../../../../testing/site/openEditor.ts'
import { operations } from './handles.ts'

/** The requests to the server, and its answers. */
let asked: { path: string; body: unknown }[]
let answers: ((path: string) => { status?: number; body: unknown } | Promise<{ status?: number; body: unknown }>)[]
beforeEach(() => {
  asked = []
  answers = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    asked.push({ path, body: body === undefined ? undefined : JSON.parse(body) })
    const answer = await answers.shift()?.(path)
    if (!answer) throw new TypeError('offline')
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const two = '<h1>First</h1><p>Second</p>'

test('an edit is one step of undo, undone and redone', async () => {
  const { session, textOf, idsOf } = await openEditor({ home: two })
  const [heading = ''] = idsOf('h1')
  expect(session.history.get()).toEqual({ canUndo: false, canRedo: false })
  await session.run(operations.setTexts, { texts: [{ nodeId: heading, text: 'New' }] })
  expect(textOf()).toBe('NewSecond')
  expect(session.history.get()).toEqual({ canUndo: true, canRedo: false })
  session.undo()
  await settle()
  expect(textOf()).toBe('FirstSecond')
  expect(session.history.get()).toEqual({ canUndo: false, canRedo: true })
  session.redo()
  await settle()
  expect(textOf()).toBe('NewSecond')
  expect(asked).toEqual([])
})

test('edits that come faster than they are written keep their order, and undo takes back the last', async () => {
  const { session, idsOf } = await openEditor({ home: two })
  const [heading = ''] = idsOf('h1')
  const set = (declarations: Record<string, string>) =>
    session.run(operations.setStyle, { nodeIds: [heading], declarations })
  const margin = (value: string) => set({ 'margin-left': value })
  const results = await Promise.all([margin('10px'), margin('20px'), margin('30px')])
  const written = results.map((result) => (result.ok ? result.data?.written[0] : undefined))
  expect(written.map((each) => each?.created)).toEqual([true, false, false])
  expect(new Set(written.map((each) => each?.ruleId)).size).toBe(1)
  const css = () =>
    JSON.stringify(Object.fromEntries(session.site.get()?.document.doc.getMap('fields').entries() ?? []))
  expect(css()).toContain('30px')
  const before = css()
  void set({ color: 'red' })
  session.undo()
  await vi.waitFor(() => expect(session.history.get().canRedo).toBe(true))
  expect(css()).toBe(before)
})

test('quick keys are one step of undo, also where the first of them makes the rule', async () => {
  const { session, idsOf } = await openEditor({ home: two })
  const [heading = ''] = idsOf('h1')
  const fields = () =>
    [session.site, session.page].map((each) => [...(each.get()?.document.doc.getMap('fields').entries() ?? [])])
  const set = (declarations: Record<string, string>) =>
    session.run(operations.setStyle, { nodeIds: [heading], declarations })
  const undone = async (before: unknown) => {
    session.undo()
    await settle()
    expect(fields()).toEqual(before)
  }
  const none = fields()
  for (const value of ['1px', '2px', '3px']) await set({ 'margin-left': value })
  const margins = fields()
  expect(JSON.stringify(margins)).toContain('3px')
  // Two values that change together, one of which is there already.
  for (const value of ['4px', '5px', '6px']) await set({ 'margin-left': value, 'margin-right': value })
  const sides = fields()
  await set({ color: 'red' })
  await undone(sides)
  await undone(margins)
  await undone(none)
  expect(session.history.get().canUndo).toBe(false)
  session.redo()
  await settle()
  expect(fields()).toEqual(margins)
})

test('several texts typed at once are one step', async () => {
  const { session, textOf, idsOf } = await openEditor({ home: two })
  const [heading = ''] = idsOf('h1')
  const [paragraph = ''] = idsOf('p')
  await session.run(operations.setTexts, {
    texts: [
      { nodeId: heading, text: 'One' },
      { nodeId: paragraph, text: 'Two' },
    ],
  })
  expect(textOf()).toBe('OneTwo')
  session.undo()
  await settle()
  expect(textOf()).toBe('FirstSecond')
  expect(session.history.get().canUndo).toBe(false)
})

test('an operation that refuses changes nothing; run shows why, attempt leaves that to its caller', async () => {
  const { session, textOf, idsOf } = await openEditor({ home: two })
  const [heading = ''] = idsOf('h1')
  const texts = [
    { nodeId: heading, text: 'One' },
    { nodeId: 'nowhere', text: 'Two' },
  ]
  const refusal = { ok: false, error: { code: 'unknown_node', path: '/texts/1/nodeId' } }
  expect(await session.attempt(operations.setTexts, { texts })).toMatchObject(refusal)
  expect(session.problem.get()).toBeUndefined()
  expect(await session.run(operations.setTexts, { texts })).toMatchObject(refusal)
  expect(session.problem.get()?.message).toContain('nowhere')
  expect(textOf()).toBe('FirstSecond')
  expect(session.history.get().canUndo).toBe(false)
  expect(asked).toEqual([])
})

test('an operation of the server is called there, and its write is one step of undo', async () => {
  const { session } = await openEditor({ home: two })
  const data = { pageId: 'p2', rootNodeId: 'r2', slug: 'next' }
  answers.push(() => ({ body: { ok: true, data, changeSetId: 'set-1' } }))
  const result = await session.run(operations.addPage, { title: 'Next' })
  expectTypeOf(result).toEqualTypeOf<Envelope<{ pageId: string; rootNodeId: string; slug: string }>>()
  expect(result).toMatchObject({ ok: true, data: { pageId: 'p2' } })
  expect(asked).toEqual([
    { path: expect.stringContaining('site.addPage'), body: { input: { title: 'Next' }, documentId: 'home' } },
  ])
  expect(session.history.get().canUndo).toBe(true)
})

test('an answer of the server that is not the operation’s is a refusal', async () => {
  const { session } = await openEditor({ home: two })
  answers.push(() => ({ body: { ok: true, data: { page: 2 } } }))
  expect(await session.attempt(operations.addPage, { title: 'Next' })).toMatchObject({
    ok: false,
    error: { code: 'unexpected_answer' },
  })
})

test('input and output are inferred from the handle', async () => {
  const { session, idsOf } = await openEditor({ home: two })
  const [heading = ''] = idsOf('h1')
  const result = await session.run(operations.duplicateNode, { nodeId: heading })
  expectTypeOf(result).toEqualTypeOf<Envelope<{ nodeId: string; nodeIds: string[]; pageId: string }>>()
  expect(result.ok && result.data?.nodeIds).toHaveLength(1)
  // @ts-expect-error: the operation takes a nodeId.
  expect(await session.attempt(operations.duplicateNode, { pageId: 'home' })).toMatchObject({ ok: false })
})

test('what another person wrote is not undone', async () => {
  const { session, textOf, idsOf, connection } = await openEditor({ home: two })
  const [heading = ''] = idsOf('h1')
  await session.run(operations.setTexts, { texts: [{ nodeId: heading, text: 'Mine' }] })
  const document = session.page.get()?.document
  const key = [...(document?.doc.getMap('fields').keys() ?? [])].find(
    (each) => document?.doc.getMap('fields').get(each) === 'Mine',
  )
  connection.write('home', { [key ?? '']: 'Theirs' })
  session.undo()
  await settle()
  expect(textOf()).toBe('TheirsSecond')
  expect(session.problem.get()?.message).toContain('One change was left')
})

test('what another person wrote in the same text stays when one’s own words are undone and redone', async () => {
  const { session, connection, textOf, idsOf } = await openEditor({ home: two })
  const [heading = ''] = idsOf('h1')
  await session.run(operations.setTexts, { texts: [{ nodeId: heading, text: 'My First' }] })
  const [text] = session.page.get()?.model.tree().children(heading) ?? []
  connection.write('home', { [`${text?.id}/text`]: 'My First of theirs' })
  session.undo()
  await settle()
  expect(textOf()).toBe('First of theirsSecond')
  session.redo()
  await settle()
  expect(textOf()).toBe('My First of theirsSecond')
  expect(session.problem.get()).toBeUndefined()
})

test('undo leads back to the page where the change was', async () => {
  const { session, idsOf, textOf } = await openEditor({ home: two, about: '<p>About</p>' })
  const [heading = ''] = idsOf('h1')
  await session.run(operations.setTexts, { texts: [{ nodeId: heading, text: 'New' }] })
  session.openPage('about')
  await session.load('about')
  expect(session.page.get()?.id).toBe('about')
  session.undo()
  await settle()
  expect(session.page.get()?.id).toBe('home')
  expect(textOf('home')).toBe('FirstSecond')
})

test('another page is shown without the selection of the one before, and tabs hear what is selected', async () => {
  const { session, idsOf, connection } = await openEditor({ home: two, about: '<p>About</p>' })
  const [heading] = idsOf('h1')
  session.select(heading)
  expect(session.state.get().selected).toBe(heading)
  expect(connection.selections).toEqual([heading])
  session.openPage('about')
  expect(session.state.get()).toMatchObject({ documentId: 'about', selected: undefined, hovered: undefined })
  await session.load('about')
  expect(session.page.get()?.id).toBe('about')
})

test.each([
  ['a viewer’s page', 'home', { readOnly: true }, 'You can look at this project but not change it.'],
  ['a viewer’s site', 'site', { readOnly: true }, 'You can look at this project but not change it.'],
  ['a deleted project', 'site', { removed: true }, 'This project has been deleted.'],
])('%s is neither edited nor undone', async (_name, documentId, sync, message) => {
  const { session, textOf, idsOf, connection } = await openEditor({ home: two })
  const [heading = ''] = idsOf('h1')
  await session.run(operations.setTexts, { texts: [{ nodeId: heading, text: 'Mine' }] })
  connection.setSync(documentId, sync)
  const texts = [{ nodeId: heading, text: 'More' }]
  expect(await session.attempt(operations.setTexts, { texts })).toMatchObject({ error: { code: 'read_only', message } })
  await session.run(operations.setTexts, { texts: [{ nodeId: heading, text: 'More' }] })
  expect(session.problem.get()?.message).toContain(message)
  session.undo()
  await settle()
  expect(session.problem.get()).toEqual({ message })
  expect(textOf()).toBe('MineSecond')
})

test('what the server wrote for the person is undone there, one step after the other', async () => {
  const { session } = await openEditor({ home: two })
  session.recordServerChange('set-1')
  session.recordServerChange('set-2')
  session.recordServerChange(undefined)
  expect(session.history.get().canUndo).toBe(true)
  const slow = Promise.withResolvers<{ body: unknown }>()
  answers.push(
    () => slow.promise,
    () => ({ body: { undone: true, applied: 1, kept: [] } }),
  )
  session.undo()
  session.undo()
  await settle()
  // The second waits for the first, however quickly the keys are pressed.
  expect(asked.map(({ path }) => path)).toEqual([expect.stringContaining('set-2')])
  slow.resolve({ body: { undone: true, applied: 1, kept: [] } })
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]?.path).toContain('set-1')
  await expect.poll(() => session.history.get()).toEqual({ canUndo: false, canRedo: true })
})

test('what the server wrote is the next step of undo, also if it shows before the server has answered', async () => {
  const { session, connection, textOf, idsOf } = await openEditor({ home: two })
  const [heading = ''] = idsOf('h1')
  await session.run(operations.setTexts, { texts: [{ nodeId: heading, text: 'Mine' }] })
  const restored = Promise.withResolvers<{ body: unknown }>()
  answers.push(
    () => restored.promise,
    () => ({ body: { undone: true, applied: 1, kept: [] } }),
  )
  const restoring = session.run(operations.restoreChanges, { versionId: 'v', changes: [] })
  const [text] = session.page.get()?.model.tree().children(heading) ?? []
  connection.write('home', { [`${text?.id}/text`]: 'First' })
  session.undo()
  await settle()
  restored.resolve({ body: { ok: true, data: { restored: 1, kept: [] }, changeSetId: 'set-1' } })
  await restoring
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]?.path).toContain('set-1')
  connection.write('home', { [`${text?.id}/text`]: 'Mine' })
  session.undo()
  await expect.poll(() => textOf()).toBe('FirstSecond')
})

test('an edit can be undone as soon as it is requested, and a read cannot', async () => {
  const { session, idsOf, textOf } = await openEditor({ home: two })
  const [heading = ''] = idsOf('h1')
  const canUndo = () => session.history.get().canUndo
  const edited = session.run(operations.setTexts, { texts: [{ nodeId: heading, text: 'Mine' }] })
  expect(canUndo()).toBe(true)
  session.undo()
  await edited
  await settle()
  expect(textOf()).toBe('FirstSecond')
  expect(canUndo()).toBe(false)
  const asks = session.attempt(operations.listStyles, {})
  expect(canUndo()).toBe(false)
  await asks
  answers.push(() => ({ body: { ok: false, error: { code: 'refused', message: 'No.' } } }))
  const refused = session.attempt(operations.addPage, { title: 'New' })
  expect(canUndo()).toBe(true)
  await refused
  expect(canUndo()).toBe(false)
})

test('a step that the server cannot be asked about stays to be undone, and says so', async () => {
  const { session } = await openEditor({ home: two })
  session.recordServerChange('set-1')
  session.undo()
  await expect.poll(() => session.problem.get()?.message).toContain('The server does not answer.')
  expect(session.history.get()).toEqual({ canUndo: true, canRedo: false })
})

test('what the server does for the person counts as theirs until its echo has come', async () => {
  const { session } = await openEditor({ home: two })
  vi.useFakeTimers()
  try {
    const work = Promise.withResolvers<string>()
    const mine = session.trackServerCall(work.promise)
    expect(session.serverIsAtWork()).toBe(true)
    work.resolve('done')
    expect(await mine).toBe('done')
    expect(session.serverIsAtWork()).toBe(true)
    vi.advanceTimersByTime(499)
    expect(session.serverIsAtWork()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(session.serverIsAtWork()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('documents that were closed after a refusal are opened again, and their undo is gone', async () => {
  const { session, idsOf, textOf, connection } = await openEditor({ home: two })
  const [heading = ''] = idsOf('h1')
  await session.run(operations.setTexts, { texts: [{ nodeId: heading, text: 'Refused' }] })
  connection.discard()
  await session.load('home')
  await settle()
  expect(textOf()).toBe('FirstSecond')
  expect(session.page.get()?.id).toBe('home')
  expect(session.history.get()).toEqual({ canUndo: false, canRedo: false })
})

test('everything is given back when the editor closes', async () => {
  const { session, connection } = await openEditor({ home: two, about: '<p>About</p>' })
  session.openPage('about')
  await session.load('about')
  expect(['site', 'home', 'about'].map(connection.held)).toEqual([1, 1, 1])
  session.close()
  expect(['site', 'home', 'about'].map(connection.held)).toEqual([0, 0, 0])
  expect([session.page.get(), session.site.get()]).toEqual([undefined, undefined])
})

test('a page that cannot be opened is not shown', async () => {
  const { session } = await openEditor({ home: two })
  expect(await session.load('gone')).toBeUndefined()
  expect(session.page.get()?.id).toBe('home')
})
