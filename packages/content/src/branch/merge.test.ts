import {
  createMemoryView,
  createOverlay,
  type Draft,
  type DraftSet,
  equalJson,
  type Json,
  plainView,
} from '@atelier/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../model/finding.ts'
import { readBranch } from './branchDocument.ts'
import { conflictsOf } from './conflicts.ts'
import { createBranchDrafts } from './drafts.ts'
import { type MergeOutcome, mergeBranch, type Resolution } from './merge.ts'

type Fields = Record<string, Json>

/** The content of a project in memory. */
function createStore(initial: Record<string, Fields>) {
  const documents = new Map<string, Draft>()
  for (const [id, fields] of Object.entries(initial)) documents.set(id, createMemoryView(Object.entries(fields)))
  let made = 0
  const drafts: DraftSet = {
    open: async (id) => documents.get(id),
    create(id) {
      const draft = createMemoryView()
      documents.set(id, draft)
      return draft
    },
  }
  return {
    drafts,
    documents,
    draft(id: string): Draft {
      const found = documents.get(id)
      if (!found) throw new Error(id)
      return found
    },
    state: () => Object.fromEntries([...documents].map(([id, view]) => [id, plainView(view)])),
    /** The entries by name, for what the ids of new documents do not matter to. */
    entries: () =>
      [...documents.values()]
        .map(plainView)
        .map((fields) => JSON.stringify(fields))
        .sort(),
    newId() {
      made += 1
      return `made${made}`
    },
  }
}

type Store = ReturnType<typeof createStore>

const emptyBranch = (title = 'Proposal'): Draft =>
  createMemoryView([
    ['state', 'open'],
    ['title', title],
  ])

function merge(
  branch: Draft,
  store: Store,
  resolutions: readonly Resolution[] = [],
  more: { findOnly?: string; findings?: Finding[] } = {},
): Promise<MergeOutcome> {
  return mergeBranch(branch, store.drafts, resolutions, {
    schema: undefined,
    newId: store.newId,
    findOnly: async () => more.findOnly,
    refuse: () => undefined,
    check: async () => more.findings ?? [],
  })
}

const post = (id: string, fields: Fields = {}): Fields => ({ entry: { model: 'post', id }, ...fields })

interface Write {
  document: string
  key: string
  value?: Json
}

async function write(drafts: DraftSet, writes: readonly Write[]): Promise<void> {
  for (const { document, key, value } of writes) {
    const draft = await drafts.open(document)
    if (value === undefined) draft?.delete(key)
    else draft?.set(key, value)
  }
}

const ids = ['d1', 'd2', 'd3']
const keys = ['en/title', 'en/body#a0', 'en/body#a1', 'tr/title', 'en:status', 'id']
const values = fc.constantFrom<Json>('x', 'y', 'z', 0, true, ['x'], { a: 'x' })
const place = fc.record({ document: fc.constantFrom(...ids), key: fc.constantFrom(...keys) })
const aWrite: fc.Arbitrary<Write> = fc
  .tuple(place, fc.option(values, { nil: undefined }))
  .map(([at, value]) => (value === undefined ? at : { ...at, value }))
const content = fc.array(aWrite, { maxLength: 12 }).map((writes) => {
  const documents: Record<string, Fields> = Object.fromEntries(ids.map((id) => [id, post(id)]))
  for (const { document, key, value } of writes)
    if (value !== undefined) Object.assign(documents[document] ?? {}, { [key]: value })
  return documents
})
const placeOf = ({ document, key }: Write) => `${document}/${key}`

describe('merging', () => {
  it('never finds a conflict between branches that write different keys, and comes to the same state in either order', async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.array(aWrite), fc.array(aWrite), async (initial, first, second) => {
        const touched = new Set(first.map(placeOf))
        const disjoint = second.filter((each) => !touched.has(placeOf(each)))
        const states: unknown[] = []
        for (const order of [
          [0, 1],
          [1, 0],
        ]) {
          const store = createStore(initial)
          const branches = [emptyBranch(), emptyBranch()]
          await write(createBranchDrafts(branches[0] ?? emptyBranch(), store.drafts), first)
          await write(createBranchDrafts(branches[1] ?? emptyBranch(), store.drafts), disjoint)
          for (const index of order)
            expect(await merge(branches[index] ?? emptyBranch(), store)).toMatchObject({ ok: true })
          states.push(store.state())
        }
        expect(states[0]).toEqual(states[1])
      }),
    )
  })

  it('sets what one side changed, and asks about exactly what both changed in different ways', async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.array(aWrite), fc.array(aWrite), async (initial, onBranch, since) => {
        const store = createStore(initial)
        const before = createStore(initial)
        const wanted = createStore(initial)
        await write(wanted.drafts, onBranch)
        const branch = emptyBranch()
        await write(createBranchDrafts(branch, store.drafts), onBranch)
        await write(store.drafts, since)
        const live = createStore(store.state() as Record<string, Fields>)

        const expected: string[] = []
        for (const document of ids) {
          for (const key of keys) {
            const [base, ours, theirs] = [before, wanted, live].map((each) => each.draft(document).get(key))
            if (!equalJson(base, ours) && !equalJson(base, theirs) && !equalJson(ours, theirs))
              expected.push(`${document}/${key}`)
            else if (!equalJson(base, ours))
              live.draft(document)[ours === undefined ? 'delete' : 'set'](key, ours ?? null)
          }
        }
        const outcome = await merge(branch, store)
        if (expected.length === 0) {
          expect(outcome).toMatchObject({ ok: true })
          expect(store.state()).toEqual(live.state())
        } else {
          expect(outcome).toMatchObject({ ok: false, code: 'merge_conflict' })
          const found = outcome.ok ? [] : (outcome.conflicts ?? [])
          expect(found.map(({ documentId, key }) => `${documentId}/${key}`).sort()).toEqual(expected.sort())
        }
      }),
    )
  })

  it('takes two new entries, and neighbours in one entry, without a question', async () => {
    const store = createStore({ d1: post('one', { 'en/a': '1', 'en/b': '2', 'en/text#a0': 'p', 'en/text#a1': 'q' }) })
    const [first, second] = [emptyBranch(), emptyBranch()]
    for (const [branch, id, key, paragraph] of [
      [first, 'new-a', 'en/a', 'en/text#a0'],
      [second, 'new-b', 'en/b', 'en/text#a1'],
    ] as const) {
      const drafts = createBranchDrafts(branch, store.drafts)
      drafts.create(`doc-${id}`, 'entry').set('entry', { model: 'post', id })
      await write(drafts, [
        { document: `doc-${id}`, key: 'en/a', value: id },
        { document: 'd1', key, value: id },
        { document: 'd1', key: paragraph, value: id },
      ])
    }
    expect(await merge(second, store)).toMatchObject({ ok: true })
    expect(await merge(first, store)).toMatchObject({ ok: true })
    expect(store.entries()).toEqual(
      [
        post('one', { 'en/a': 'new-a', 'en/b': 'new-b', 'en/text#a0': 'new-a', 'en/text#a1': 'new-b' }),
        post('new-a', { 'en/a': 'new-a' }),
        post('new-b', { 'en/a': 'new-b' }),
      ]
        .map((fields) => JSON.stringify(plainView(createMemoryView(Object.entries(fields)))))
        .sort(),
    )
  })

  it('decides each conflict as requested, and leaves nothing half done before', async () => {
    const store = createStore({ d1: post('one', { 'en/a': '0', 'en/b': '0', 'en/c': '0', 'en/d': '0' }) })
    const branch = emptyBranch()
    const drafts = createBranchDrafts(branch, store.drafts)
    const all = ['en/a', 'en/b', 'en/c', 'en/d']
    await write(
      drafts,
      all.map((key) => ({ document: 'd1', key, value: 'ours' })),
    )
    await write(
      store.drafts,
      all.slice(0, 3).map((key) => ({ document: 'd1', key, value: 'theirs' })),
    )
    const before = store.state()

    const asked = await merge(branch, store)
    if (asked.ok) throw new Error('merged')
    expect(asked.conflicts?.[0]).toMatchObject({
      model: 'post',
      entry: 'one',
      locale: 'en',
      field: 'a',
      base: '0',
      ours: 'ours',
      theirs: 'theirs',
    })
    expect(store.state()).toEqual(before)
    const [a = '', b = '', c = ''] = asked.conflicts?.map(({ id }) => id) ?? []
    const some: Resolution[] = [
      { id: a, take: 'ours' },
      { id: b, take: 'theirs' },
    ]
    expect(await merge(branch, store, some)).toMatchObject({ ok: false, code: 'merge_conflict' })
    expect(store.state()).toEqual(before)
    expect(await merge(branch, store, [...some, { id: c, take: 'value', value: 'mine' }])).toMatchObject({
      ok: true,
      applied: 3,
    })
    expect(store.state().d1).toMatchObject({ 'en/a': 'ours', 'en/b': 'theirs', 'en/c': 'mine', 'en/d': 'ours' })
    expect(branch.get('state')).toBe('merged')
    expect(await merge(branch, store)).toMatchObject({ ok: false, code: 'branch_closed' })
  })

  it('refuses a resolution of a conflict that has changed since', async () => {
    const store = createStore({ d1: post('one', { 'en/a': '0' }) })
    const branch = emptyBranch()
    await write(createBranchDrafts(branch, store.drafts), [{ document: 'd1', key: 'en/a', value: 'ours' }])
    await write(store.drafts, [{ document: 'd1', key: 'en/a', value: 'theirs' }])
    const [conflict] = conflictsOf(readBranch(branch), (id) => store.documents.get(id), undefined)
    await write(store.drafts, [{ document: 'd1', key: 'en/a', value: 'later' }])
    const outcome = await merge(branch, store, [{ id: conflict?.id ?? '', take: 'ours' }])
    expect(outcome).toMatchObject({ ok: false, code: 'stale_resolution', conflicts: [{ theirs: 'later' }] })
    expect(store.state().d1).toMatchObject({ 'en/a': 'later' })
    const twice: Resolution[] = ['ours', 'theirs'].map(() => ({
      id: (outcome.ok ? '' : outcome.conflicts?.[0]?.id) ?? '',
      take: 'ours',
    }))
    expect(await merge(branch, store, twice)).toMatchObject({ ok: false, code: 'invalid_resolution' })
  })

  it('asks if one side deletes what the other edits', async () => {
    for (const take of ['ours', 'theirs'] as const) {
      // The branch edits, the content deletes.
      const store = createStore({ d1: post('one', { 'en/a': '0' }) })
      const edits = emptyBranch()
      await write(createBranchDrafts(edits, store.drafts), [{ document: 'd1', key: 'en/a', value: 'edited' }])
      await write(store.drafts, [{ document: 'd1', key: 'deleted', value: true }])
      const asked = await merge(edits, store)
      expect(asked).toMatchObject({ ok: false, conflicts: [{ kind: 'deleted_theirs', key: 'deleted', entry: 'one' }] })
      const id = (asked.ok ? '' : asked.conflicts?.[0]?.id) ?? ''
      expect(await merge(edits, store, [{ id, take: 'value', value: 1 }])).toMatchObject({ code: 'invalid_resolution' })
      expect(await merge(edits, store, [{ id, take }])).toMatchObject({ ok: true })
      expect(store.state().d1).toEqual(
        take === 'ours' ? post('one', { 'en/a': 'edited' }) : post('one', { 'en/a': '0', deleted: true }),
      )

      // The branch deletes, the content edits.
      const other = createStore({ d1: post('one', { 'en/a': '0' }) })
      const deletes = emptyBranch()
      await write(createBranchDrafts(deletes, other.drafts), [{ document: 'd1', key: 'deleted', value: true }])
      await write(other.drafts, [{ document: 'd1', key: 'en/b', value: 'new' }])
      const again = await merge(deletes, other)
      expect(again).toMatchObject({ ok: false, conflicts: [{ kind: 'deleted_ours' }] })
      expect(
        await merge(deletes, other, [{ id: (again.ok ? '' : again.conflicts?.[0]?.id) ?? '', take }]),
      ).toMatchObject({ ok: true })
      expect(other.draft('d1').get('deleted')).toBe(take === 'ours' ? true : undefined)
    }
  })

  it('deletes unedited entries without a question', async () => {
    const store = createStore({ d1: post('one', { 'en/a': '0' }) })
    const branch = emptyBranch()
    await write(createBranchDrafts(branch, store.drafts), [
      { document: 'd1', key: 'en/a', value: 'first edited' },
      { document: 'd1', key: 'deleted', value: true },
    ])
    expect(await merge(branch, store)).toMatchObject({ ok: true })
    expect(store.draft('d1').get('deleted')).toBe(true)
  })

  it('asks if a model or a field is deleted that the other side changes', async () => {
    const schema: Fields = {
      'model:post': { id: 'post' },
      'model:post/name': 'Post',
      'model:poster': { id: 'poster' },
      'field:post/title': { type: 'string' },
      'field:post/body': { type: 'markdown' },
    }
    for (const [mark, edit, conflicts] of [
      ['model:post/deleted', 'field:post/lead', 1],
      ['model:post/deleted', 'model:post/name', 1],
      ['model:post/deleted', 'model:poster', 0],
      ['field:post/title/deleted', 'field:post/title', 1],
      ['field:post/title/deleted', 'field:post/title/name', 1],
      ['field:post/title/deleted', 'field:post/body', 0],
    ] as const) {
      for (const [mine, other] of [
        [mark, edit],
        [edit, mark],
      ]) {
        const store = createStore({ content: schema })
        const branch = emptyBranch()
        await write(createBranchDrafts(branch, store.drafts), [{ document: 'content', key: mine ?? '', value: true }])
        await write(store.drafts, [{ document: 'content', key: other ?? '', value: true }])
        const outcome = await merge(branch, store)
        expect([mine, other, outcome.ok ? 0 : outcome.conflicts?.length]).toEqual([mine, other, conflicts])
      }
    }
  })

  it('does not lose edits of an entry whose document is gone', async () => {
    const store = createStore({ d1: post('one', { 'en/a': '0' }) })
    const branch = emptyBranch()
    await write(createBranchDrafts(branch, store.drafts), [{ document: 'd1', key: 'en/a', value: 'edited' }])
    store.documents.delete('d1')
    const asked = await merge(branch, store)
    expect(asked).toMatchObject({ ok: false, conflicts: [{ kind: 'deleted_theirs', isGone: true }] })
    const id = (asked.ok ? '' : asked.conflicts?.[0]?.id) ?? ''
    expect(await merge(branch, store, [{ id, take: 'ours' }])).toMatchObject({ ok: false, code: 'invalid_resolution' })
    expect(await merge(branch, store, [{ id, take: 'theirs' }])).toMatchObject({ ok: true, applied: 0 })
  })

  it('merges the only entry of a model, made on both sides, value by value', async () => {
    const store = createStore({
      d1: { entry: { model: 'settings', id: 'main' }, 'en/name': 'Theirs', 'en/mail': 'a@b.c' },
    })
    const branch = emptyBranch()
    const drafts = createBranchDrafts(branch, store.drafts, { by: 'run1' })
    const draft = drafts.create('own', 'entry')
    for (const [key, value] of Object.entries({
      entry: { model: 'settings', id: 'main' },
      'en/name': 'Ours',
      'en/mail': 'a@b.c',
      'en/phone': '1',
    })) {
      draft.set(key, value)
    }
    const asked = await merge(branch, store, [], { findOnly: 'd1' })
    expect(asked).toMatchObject({
      ok: false,
      conflicts: [{ model: 'settings', field: 'name', ours: 'Ours', theirs: 'Theirs' }],
    })
    const id = (asked.ok ? '' : asked.conflicts?.[0]?.id) ?? ''
    const outcome = await merge(branch, store, [{ id, take: 'theirs' }], { findOnly: 'd1' })
    expect(outcome).toMatchObject({
      ok: true,
      parts: [{ changeSetId: 'run1', documentId: 'd1', patches: [{ key: 'en/phone', after: '1' }] }],
    })
    expect(store.state()).toEqual({
      d1: { entry: { model: 'settings', id: 'main' }, 'en/name': 'Theirs', 'en/mail': 'a@b.c', 'en/phone': '1' },
    })
  })

  it('is refused as a whole if the merged content would not be valid', async () => {
    const store = createStore({ d1: post('one', { 'en/a': '0' }) })
    const live = createStore(store.state() as Record<string, Fields>)
    const branch = emptyBranch()
    await write(createBranchDrafts(branch, store.drafts), [{ document: 'd1', key: 'en/a', value: '' }])
    const overlay = createOverlay(store.draft('d1'))
    const drafts: DraftSet = { open: async () => overlay, create: store.drafts.create }
    const findings: Finding[] = [{ severity: 'error', code: 'required', message: 'The title is missing.' }]
    const outcome = await mergeBranch(branch, drafts, [], {
      schema: undefined,
      newId: store.newId,
      findOnly: async () => undefined,
      refuse: () => undefined,
      check: async (documents) => (documents[0]?.view.get('en/a') === '' ? findings : []),
    })
    expect(outcome).toMatchObject({ ok: false, code: 'not_valid', findings })
    expect(branch.get('state')).toBe('open')
    expect(store.state()).toEqual(live.state())
  })

  it('splits what it sets by the change sets that wrote it', async () => {
    const store = createStore({ d1: post('one', { 'en/a': '0', 'en/b': '0', 'en/c': '0' }) })
    const branch = emptyBranch()
    const [first, second, person] = [{ by: 'run1' }, { by: 'run2' }, {}].map((by) =>
      createBranchDrafts(branch, store.drafts, by),
    )
    if (!first || !second || !person) throw new Error()
    const made = first.create('new', 'entry')
    made.set('entry', { model: 'post', id: 'two' })
    made.set('en/a', '1')
    await write(first, [
      { document: 'd1', key: 'en/a', value: '1' },
      { document: 'd1', key: 'en/b', value: '1' },
    ])
    await write(second, [
      { document: 'd1', key: 'en/b', value: '2' },
      { document: 'new', key: 'en/b', value: '2' },
    ])
    await write(person, [{ document: 'd1', key: 'en/c', value: '3' }])
    const outcome = await merge(branch, store)
    const birth = { model: 'post', id: 'two' }
    expect(outcome.ok && outcome.parts).toEqual([
      {
        changeSetId: 'run1',
        documentId: 'd1',
        patches: [
          { key: 'en/a', before: '0', after: '1' },
          { key: 'en/b', before: '0', after: '1' },
        ],
      },
      // The undo of the second run leaves what the first one wrote.
      { changeSetId: 'run2', documentId: 'd1', patches: [{ key: 'en/b', before: '1', after: '2' }] },
      {
        changeSetId: 'run1',
        documentId: 'made1',
        created: 'entry',
        patches: [
          { key: 'entry', after: birth },
          { key: 'en/a', after: '1' },
        ],
      },
      { changeSetId: 'run2', documentId: 'made1', patches: [{ key: 'en/b', after: '2' }] },
    ])
  })
})
