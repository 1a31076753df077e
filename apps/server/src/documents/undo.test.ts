import type { DocumentType, GuardContext, Patch, UndoGuard } from '@atelier/documents'
import { describe, expect, test } from 'vitest'
import { databasesBySuite } from '../../testing/databases.ts'
import { AGENT, ANNA, PROJECT, plainTypes } from '../../testing/documents.ts'
import { eachServer } from '../../testing/eachServer.ts'

/** Waits for what must come true, on a machine that may be busy. */
const _soon = <Value>(value: () => Value) => expect.poll(value, { timeout: 10_000 })

describe.each(databasesBySuite())('undo on $name', ({ place }) => {
  const here = eachServer(place)

  const changeSetId = 'set-1'
  const inRun = { changeSetId, label: 'A landing page' }

  test('restores every document byte for byte, and redo brings all back, also after restarts', async () => {
    const a = await here.server.documents.create({ projectId: PROJECT, kind: 'site', fields: { x: '1', y: '1' } })
    const b = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { x: '1' } })
    const state = async () => JSON.stringify([await here.fieldsOf(a), await here.fieldsOf(b)])
    const before = await state()
    await here.write(a, { x: '2', z: 'new' }, inRun)
    await here.write(b, { x: null }, inRun)
    await here.write(a, { x: '3', y: null }, inRun)
    const after = await state()
    await here.restart()
    expect(await here.server.documents.undo(changeSetId, ANNA)).toMatchObject({
      ok: true,
      state: 'undone',
      applied: 4,
      kept: [],
    })
    expect(await state()).toBe(before)
    await here.restart()
    expect(await here.server.documents.changes(changeSetId)).toMatchObject({
      state: 'undone',
      label: 'A landing page',
      runId: 'run-1',
    })
    expect(await here.server.documents.undo(changeSetId, ANNA)).toMatchObject({ ok: false, refused: 'already_undone' })
    expect(await here.server.documents.redo(changeSetId, ANNA)).toMatchObject({
      ok: true,
      state: 'applied',
      applied: 4,
      kept: [],
    })
    expect(await state()).toBe(after)
    expect(await here.server.documents.redo(changeSetId, ANNA)).toMatchObject({ ok: false, refused: 'already_applied' })
    expect(await here.server.documents.undo(changeSetId, ANNA)).toMatchObject({ ok: true })
    expect(await state()).toBe(before)
  })

  test('leaves what a user changed since, and what they added, and says so', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: '1', b: '1' } })
    await here.write(id, { a: '2', b: '2', c: 'new' }, inRun)
    await here.write(id, { b: 'anna', d: 'anna' }, { origin: ANNA })
    const outcome = await here.server.documents.undo(changeSetId, ANNA)
    expect(outcome).toMatchObject({ ok: true, applied: 2, kept: [{ documentId: id, key: 'b' }] })
    expect(await here.fieldsOf(id)).toEqual({ a: '1', b: 'anna', d: 'anna' })
    await here.server.documents.redo(changeSetId, ANNA)
    expect(await here.fieldsOf(id)).toEqual({ a: '2', b: 'anna', c: 'new', d: 'anna' })
  })

  test('shows the documents without the change set and with it', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: '1' } })
    await here.write(id, { a: '2', n: 'new' }, inRun)
    await here.write(id, { other: 'anna' }, { origin: ANNA })
    const [document] = (await here.server.documents.changes(changeSetId))?.documents ?? []
    expect(document).toMatchObject({ documentId: id, kind: 'page', created: false })
    expect([document?.before.get('a'), document?.before.has('n'), document?.before.get('other')]).toEqual([
      '1',
      false,
      'anna',
    ])
    expect([document?.after.get('a'), document?.after.get('n')]).toEqual(['2', 'new'])
  })

  const createPage = (site: string, page: string) =>
    here.server.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      ...inRun,
      body: async (drafts) => {
        const draft = await drafts.open(site)
        draft?.set(`page:${page}`, { title: 'Contact' })
        drafts.create(page, 'page').set('root', 'body')
        return { result: null, commit: true }
      },
    })

  test('removes a document that the run made, and redo brings it back', async () => {
    const site = await here.server.documents.create({ projectId: PROJECT, kind: 'site', fields: {} })
    await createPage(site, 'pageone')
    const live = await here.server.documents.open('pageone')
    let removed = false
    live?.onEnd((why) => {
      removed = why === 'removed'
    })
    expect(await here.server.documents.undo(changeSetId, ANNA)).toMatchObject({ ok: true, kept: [] })
    expect(removed).toBe(true)
    expect(await here.server.documents.open('pageone')).toBeUndefined()
    expect(await here.server.documents.list(PROJECT)).toMatchObject([{ id: site }])
    await here.restart()
    expect(await here.server.documents.redo(changeSetId, ANNA)).toMatchObject({ ok: true, kept: [] })
    expect(await here.fieldsOf('pageone')).toEqual({ root: 'body' })
    expect(await here.fieldsOf(site)).toEqual({ 'page:pageone': { title: 'Contact' } })
  })

  test('leaves a document that the run made and a user worked in, with what names it', async () => {
    const site = await here.server.documents.create({ projectId: PROJECT, kind: 'site', fields: {} })
    await createPage(site, 'pageone')
    await here.write('pageone', { text: 'by anna' }, { origin: ANNA })
    const outcome = await here.server.documents.undo(changeSetId, ANNA)
    expect(outcome).toMatchObject({ ok: true, applied: 0 })
    expect(outcome.ok && outcome.kept.map(({ documentId, key }) => [documentId, key])).toEqual([
      ['pageone', ''],
      [site, 'page:pageone'],
    ])
    expect(await here.fieldsOf('pageone')).toEqual({ root: 'body', text: 'by anna' })
    expect(await here.fieldsOf(site)).toEqual({ 'page:pageone': { title: 'Contact' } })
  })

  test('leaves a document whose entry a user changed', async () => {
    const site = await here.server.documents.create({ projectId: PROJECT, kind: 'site', fields: {} })
    await createPage(site, 'pageone')
    await here.write(site, { 'page:pageone': 'renamed' }, { origin: ANNA })
    expect(await here.server.documents.undo(changeSetId, ANNA)).toMatchObject({ ok: true, applied: 0 })
    expect(await here.fieldsOf('pageone')).toEqual({ root: 'body' })
  })

  test('is done once when two ask at once, and a run that continues afterwards is refused', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: '1' } })
    await here.write(id, { a: '2' }, inRun)
    const outcomes = await Promise.all([
      here.server.documents.undo(changeSetId, ANNA),
      here.server.documents.undo(changeSetId, ANNA),
    ])
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(await here.fieldsOf(id)).toEqual({ a: '1' })
    expect(await here.write(id, { a: '3' }, inRun)).toMatchObject({ ok: false, refused: 'change_set_undone' })
  })

  test('asks the document type what to keep', async () => {
    await here.server.close()
    const asked: Patch[] = []
    await here.begin({
      types: typesWith((view, patch, ownKeys) => {
        asked.push(patch)
        const child = [...view.keys()].find((key) => view.get(key) === patch.key && !ownKeys.has(key))
        return child === undefined ? undefined : 'It holds work of somebody else.'
      }),
    })
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { root: '' } })
    await here.write(id, { section: 'root', heading: 'section', other: 'root' }, inRun)
    await here.write(id, { note: 'heading' }, { origin: ANNA })
    const outcome = await here.server.documents.undo(changeSetId, ANNA)
    expect(outcome.ok && outcome.kept.map(({ key }) => key).sort()).toEqual(['heading', 'section'])
    expect(asked.length).toBeGreaterThan(0)
    expect(await here.fieldsOf(id)).toEqual({ root: '', section: 'root', heading: 'section', note: 'heading' })
  })

  test('asks the document type about a document that the run made', async () => {
    await here.server.close()
    const asked: (GuardContext | undefined)[] = []
    await here.begin({
      types: typesWith((_view, patch, _ownKeys, context) => {
        asked.push(context)
        return patch.key === 'root' ? 'Another document refers to it.' : undefined
      }),
    })
    const site = await here.server.documents.create({ projectId: PROJECT, kind: 'site', fields: {} })
    await createPage(site, 'pageone')
    expect(await here.server.documents.undo(changeSetId, ANNA)).toMatchObject({
      ok: true,
      applied: 0,
      kept: [
        { documentId: 'pageone', key: '', reason: 'Another document refers to it.' },
        { documentId: site, key: 'page:pageone' },
      ],
    })
    expect(asked).toContainEqual({ documentId: 'pageone', kind: 'page', created: true })
    expect(await here.fieldsOf('pageone')).toEqual({ root: 'body' })
  })
})

function typesWith(undoGuard: UndoGuard): DocumentType[] {
  return plainTypes.map((type) => ({ ...type, undoGuard }))
}
