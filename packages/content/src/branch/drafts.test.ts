import {
  createDerived,
  createMemoryView,
  createOverlay,
  type Draft,
  type DraftSet,
  type Json,
  undoPatches,
  type View,
} from '@atelier/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countValues, readBranch } from './branchDocument.ts'
import { branchType } from './branchType.ts'
import { branchView, createBranchDrafts } from './drafts.ts'

const emptyBranch = (): Draft =>
  createMemoryView([
    ['state', 'open'],
    ['title', 'Proposal'],
  ])

function over(branch: Draft, live: Draft, by?: string): DraftSet {
  const drafts: DraftSet = { open: async (id) => (id === 'd1' ? live : undefined), create: () => live }
  return createBranchDrafts(branch, drafts, by === undefined ? {} : { by })
}

const all = (view: View) => [...view.keys()].map((key): [string, Json | undefined] => [key, view.get(key)])

describe('drafts of a branch', () => {
  it('show and take what a document would, and leave the document as it is', async () => {
    const key = fc.constantFrom('a', 'a/text', 'a/at', 'ab', 'b', 'entry')
    const writes = fc.array(fc.tuple(key, fc.option(fc.constantFrom<Json>(0, 'x', ['x'], null), { nil: undefined })))
    await fc.assert(
      fc.asyncProperty(writes, writes, key, async (before, made, prefix) => {
        const live = createMemoryView()
        for (const [at, value] of before) if (value !== undefined) live.set(at, value)
        const plain = createMemoryView(live.entries())
        const untouched = all(live)
        const draft = await over(emptyBranch(), live).open('d1')
        if (!draft) throw new Error()
        for (const [at, value] of made) {
          for (const each of [draft, plain]) {
            if (value === undefined) each.delete(at)
            else each.set(at, value)
          }
        }
        expect(all(draft)).toEqual(all(plain))
        expect([...draft.keys(prefix)]).toEqual([...plain.keys(prefix)])
        expect(draft.has(prefix)).toBe(plain.has(prefix))
        expect(all(live)).toEqual(untouched)
      }),
    )
  })

  it('keep what the content had when the branch first wrote, and forget what is set back to that', async () => {
    const live = createMemoryView([['en/a', 'live']])
    const branch = emptyBranch()
    const draft = await over(branch, live, 'run1').open('d1')
    draft?.set('en/a', 'one')
    live.set('en/a', 'moved')
    const later = await over(branch, live, 'run2').open('d1')
    later?.set('en/a', 'two')
    const under = [{ value: 'one', by: 'run1' }]
    expect(branch.get('d1/en/a')).toEqual({ base: 'live', value: 'two', by: 'run2', under })
    later?.set('en/a', 'live')
    // It is no change any more; the other one's text stays known, for the undo of the user who removed it.
    expect(branch.get('d1/en/a')).toEqual({ base: 'live', value: 'live', by: 'run2', under })
    expect(countValues(branch)).toBe(0)
    expect(later?.get('en/a')).toBe('moved')
    later?.set('en/b', 'x')
    later?.delete('en/b')
    expect(countValues(branch)).toBe(0)
  })

  it('hold a new entry, which others of the branch can open', async () => {
    const branch = emptyBranch()
    const made = over(branch, createMemoryView(), 'run1').create('new', 'entry')
    made.set('entry', { model: 'post', id: 'hello' })
    made.set('en/title', 'Hello')
    const again = await over(branch, createMemoryView()).open('new')
    expect(again && all(again)).toEqual([
      ['en/title', 'Hello'],
      ['entry', { model: 'post', id: 'hello' }],
    ])
    const read = readBranch(branch).documents.get('new')
    expect(read?.created).toEqual({ model: 'post', id: 'hello', by: 'run1' })
    expect([...(read?.values.keys() ?? [])]).toEqual(['en/title'])
    expect(await over(branch, createMemoryView()).open('unknown')).toBeUndefined()
    expect(() => over(branch, createMemoryView()).create('x', 'page')).toThrow('makes entries')
  })

  it('keep what is derived from them in step, with their base and with the branch', async () => {
    let reads = 0
    const sum = createDerived<Map<string, Json>>({
      read(view) {
        reads += 1
        return new Map(all(view).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
      },
      over: (base) => new Map(base),
      update(value, view, keys) {
        for (const key of keys) {
          const now = view.get(key)
          if (now === undefined) value.delete(key)
          else value.set(key, now)
        }
      },
    })
    const live = createMemoryView([
      ['a', 1],
      ['b', 2],
    ])
    const branch = createOverlay(emptyBranch())
    branch.set('d1/c', { value: 3 })
    const draft = await over(branch, live).open('d1')
    if (!draft) throw new Error()
    const derived = () => Object.fromEntries([...sum(draft).current()].sort())
    expect(derived()).toEqual({ a: 1, b: 2, c: 3 })
    draft.set('a', 5)
    expect(derived()).toEqual({ a: 5, b: 2, c: 3 })
    draft.set('a', 1)
    live.set('b', 7)
    expect(derived()).toEqual({ a: 1, b: 7, c: 3 })
    branch.delete('d1/c')
    expect(derived()).toEqual({ a: 1, b: 7 })
    expect(reads).toBe(1)
    const view = branchView(branch, 'd1', live)
    expect(all(view)).toEqual([
      ['a', 1],
      ['b', 7],
    ])
  })
})

describe('the document of a branch', () => {
  const record = (fields: Record<string, Json>) => (key: string) => ({ state: 'open', ...fields })[key]

  it('takes values of a tab while it is open, and no change of its state', () => {
    const accepts = (key: string, value: Json, fields = {}) =>
      branchType.accepts?.(key, value, record(fields), () => [])
    expect(accepts('title', 'Spring')).toBeUndefined()
    expect(accepts('d1/en/title', { base: 'a', value: 'b', by: 'x' })).toBeUndefined()
    expect(accepts('d9', { model: 'post', id: 'x' })).toBeUndefined()
    for (const [key, value] of Object.entries<Json>({
      state: 'merged',
      name: 'cr/content/post/1-0000',
      merge_at: 5,
      title: 5,
      about: 'x'.repeat(5000),
      'd1/en/title': 'b',
      'd1/en/body': { value: 1, extra: 1 },
      'd1/en/lead': { value: 1, by: 4 },
      d9: { model: 'post' },
      '/x': { value: 1 },
      'd1/': { value: 1 },
    })) {
      expect([key, typeof accepts(key, value)]).toEqual([key, 'string'])
    }
    expect(accepts('d1/en/title', { value: 'b' }, { state: 'merged' })).toContain('closed')
    expect(accepts('d1/en/title', { value: 'b' }, { state: 'anything' })).toContain('closed')
  })

  it('says in words what changed on it', () => {
    const before = createMemoryView([
      ['state', 'open'],
      ['title', 'Spring'],
    ])
    const after = createOverlay(before)
    after.set('new', { model: 'post', id: 'hello', by: 'run1' })
    after.set('new/en/title', { value: 'Hello', by: 'run1' })
    after.set('d1/tr:status', { base: 'draft', value: 'published', by: 'run1' })
    after.set('state', 'merged')
    const patches = after.patches()
    expect(branchType.describe({ documentId: 'b1', kind: 'branch', patches, before, after }, [])).toEqual({
      title: 'Branch “Spring”',
      lines: [
        { kind: 'added', what: 'entry', label: 'post/hello', part: 'new' },
        { kind: 'added', what: 'value', label: 'post/hello · en · title', part: 'new/en/title', after: 'Hello' },
        {
          kind: 'changed',
          what: 'value',
          label: 'tr · status',
          part: 'd1/tr:status',
          before: 'draft',
          after: 'published',
        },
        { kind: 'changed', what: 'state', label: 'state', part: 'state', before: 'open', after: 'merged' },
      ],
    })
  })

  it('keeps an entry that a run made whole if others have written in it, when the run is undone', () => {
    const branch = createMemoryView([['state', 'open']])
    const draft = createOverlay(branch)
    for (const [key, value] of Object.entries<Json>({
      new: { model: 'post', id: 'a', by: 'run1' },
      'new/en/title': { value: 'A', by: 'run1' },
      'd1/en/title': { base: 'x', value: 'y', by: 'run1' },
    })) {
      draft.set(key, value)
    }
    const patches = draft.patches()
    draft.set('new/en/lead', { value: 'B', by: 'run2' })
    const rules = { guard: branchType.undoGuard }
    const kept = undoPatches(draft, patches, rules)
    expect(kept.patches.map(({ key }) => key)).toEqual(['d1/en/title'])
    expect(kept.kept.map(({ key }) => key).sort()).toEqual(['new', 'new/en/title'])
    draft.delete('new/en/lead')
    expect(undoPatches(draft, patches, rules).kept).toEqual([])
  })
})
