import { describe, expect, it } from 'vitest'
import { createTestContent } from '../../../testing/project.ts'
import type { ModelFile } from '../../model/definition.ts'
import { copy_locale } from '../locales/copyLocale.ts'
import { setRoute } from '../models/setRoute.ts'
import { delete_content } from './deleteContent.ts'
import { duplicateEntry } from './duplicateEntry.ts'
import { editField } from './editField.ts'
import { entryHistory } from './entryHistory.ts'
import { orderEntries } from './orderEntries.ts'
import { renameEntry } from './renameEntry.ts'
import { restoreEntry } from './restoreEntry.ts'
import { restoreFields } from './restoreFields.ts'
import { save_content } from './saveContent.ts'
import { saveList } from './saveList.ts'
import { takeBackChange } from './takeBackChange.ts'
import { update_status } from './updateStatus.ts'

const models: ModelFile[] = [
  {
    id: 'post',
    name: 'Post',
    kind: 'collection',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    fields: {
      title: { type: 'string', required: true },
      slug: { type: 'slug', unique: true },
      text: { type: 'markdown' },
      next: { type: 'relation', model: 'post' },
      rows: { type: 'array', items: { type: 'object', fields: { to: { type: 'relation', model: ['post'] } } } },
      order: { type: 'integer' },
    },
  },
  { id: 'ui', name: 'Interface', kind: 'dictionary', domain: 'blog', i18n: true, title_field: 'key' },
]

const blog = () => {
  const project = createTestContent({ models })
  const a = project.addEntry('post', 'a', { en: { title: 'A', slug: 'a', text: 'One\n\nTwo' } }, 'published')
  project.addEntry('post', 'b', {
    en: { title: 'B', next: 'a', rows: [{ to: { model: 'post', ref: 'a' } }] },
    tr: { title: 'B tr' },
  })
  project.addEntry('ui', 'main', { en: { home: 'Home', back: 'Back' }, tr: { home: 'Ana sayfa' } })
  return { project, a }
}

describe('copy_locale', () => {
  it('copies as drafts where there is no translation, and leaves the others', async () => {
    const { project } = blog()
    const result = await project.run(copy_locale, { model: 'post', from: 'en', to: 'tr' })
    expect(result.entries.map(({ id }) => id)).toEqual(['a'])
    expect(project.entry('post', 'a')?.locales).toMatchObject({
      en: { meta: { status: 'published' } },
      tr: { values: { title: 'A', text: 'One\n\nTwo' }, meta: { status: 'draft' } },
    })
    expect(project.entry('post', 'b')?.locales.tr?.values).toEqual({ title: 'B tr' })
    await project.run(copy_locale, { model: 'ui', from: 'en', to: 'tr' })
    expect(project.entry('ui', 'main')?.locales.tr?.values).toEqual({ home: 'Ana sayfa', back: 'Back' })
    expect((await project.run(copy_locale, { model: 'ui', from: 'en', to: 'tr' })).entries).toEqual([])
  })
})

describe('editField', () => {
  const edit = (field: string, base: unknown, value: unknown) => ({ model: 'post', entryId: 'a', field, base, value })
  const values = ({ project }: ReturnType<typeof blog>) => project.entry('post', 'a')?.locales.en?.values
  it('keeps the paragraphs that others have written since the edit began', async () => {
    const all = blog()
    const { project } = all
    await project.run(save_content, { model: 'post', data: { a: { text: 'One by Ann\n\nTwo' } } })
    await project.run(editField, edit('text', 'One\n\nTwo', 'One\n\nTwo by Bo'))
    expect(values(all)?.text).toBe('One by Ann\n\nTwo by Bo')
    const late = edit('text', 'One\n\nTwo', 'One by Cora\n\nTwo')
    expect(await project.call(editField, late)).toMatchObject({ error: { code: 'changed_meanwhile' } })
    expect(values(all)?.text).toBe('One by Ann\n\nTwo by Bo')
  })
  it('writes a short field only over what was seen of it', async () => {
    const all = blog()
    const { project } = all
    await project.run(editField, edit('title', 'A', 'B'))
    expect(values(all)?.title).toBe('B')
    expect(await project.call(editField, edit('title', 'A', 'C'))).toMatchObject({
      error: { code: 'changed_meanwhile' },
    })
    expect(await project.run(editField, edit('title', 'A', 'B'))).toMatchObject({ entries: [{ changed: [] }] })
    await project.run(editField, edit('text', 'One\n\nTwo', null))
    expect(values(all)).not.toHaveProperty('text')
    expect(await project.call(editField, { ...edit('title', 'B', 'C'), entryId: 'none' })).toMatchObject({
      error: { code: 'unknown_entry' },
    })
  })
  it('holds a term of a dictionary to what was seen of it, and makes its entry where there is none', async () => {
    const { project } = blog()
    const term = (base: unknown, value: unknown) => ({ model: 'ui', entryId: 'main', field: 'home', base, value })
    await project.run(editField, term('Home', 'Start'))
    expect(await project.call(editField, term('Home', 'Front'))).toMatchObject({ error: { code: 'changed_meanwhile' } })
    expect(project.entry('ui', 'main')?.locales.en?.values).toEqual({ home: 'Start', back: 'Back' })
    const empty = createTestContent({ models })
    await empty.run(editField, term(null, 'Home'))
    expect(await empty.call(editField, term(null, 'Other'))).toMatchObject({ error: { code: 'changed_meanwhile' } })
    expect(empty.entry('ui', 'main')?.locales.en?.values).toEqual({ home: 'Home' })
  })
})

describe('update_status', () => {
  it('publishes what is translated, and sets the times', async () => {
    const { project } = blog()
    const result = await project.run(update_status, {
      model: 'post',
      entryIds: ['a', 'b'],
      status: 'published',
      publish_at: '2026-05-01T10:00:00+02:00',
    })
    expect(result.entries.map(({ id, locale }) => `${id} ${locale}`)).toEqual(['a en', 'b en', 'b tr'])
    expect(project.entry('post', 'b')?.locales.tr?.meta).toEqual({
      status: 'published',
      publish_at: '2026-05-01T08:00:00.000Z',
    })
    const one = await project.run(update_status, { model: 'post', entryIds: ['a'], status: 'archived', locale: 'tr' })
    expect(one).toMatchObject({ entries: [], warnings: [{ code: 'not_translated' }] })
    await project.run(update_status, { model: 'post', entryIds: ['a'], publish_at: null })
    expect(project.entry('post', 'a')?.locales.en?.meta).toEqual({ status: 'published' })
  })
  it('publishes a draft at a time to come, and says what a time means', async () => {
    const { project } = blog()
    const set = async (input: object) => {
      const { warnings } = await project.run(update_status, { model: 'post', entryIds: ['a'], ...input })
      return warnings.map(({ code }) => code)
    }
    const [before, after] = ['2001-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z']
    const meta = () => project.entry('post', 'a')?.locales.en?.meta
    await set({ status: 'draft' })
    expect(await set({ publish_at: before })).toEqual(['past_time'])
    expect(meta()).toEqual({ status: 'draft', publish_at: before })
    expect(await set({ publish_at: after })).toEqual(['scheduled'])
    expect(meta()).toEqual({ status: 'published', publish_at: after })
    expect(await set({ publish_at: null })).toEqual(['published_now'])
    expect(await set({ status: 'archived' })).toEqual([])
    expect(await set({ publish_at: after })).toEqual([])
    expect(meta()?.status).toBe('archived')
    expect(await set({ status: 'published', publish_at: null, expire_at: before })).toEqual(['expired'])
  })
  it('changes all but the entries that are refused, and names those', async () => {
    const { project } = blog()
    const answer = await project.run(update_status, { model: 'post', entryIds: ['gone', 'a'], status: 'published' })
    expect(answer).toMatchObject({ entries: [{ id: 'a' }], errors: [{ code: 'unknown_entry', entry: 'gone' }] })
    const one = { model: 'post', entryIds: ['gone'], status: 'published' }
    expect(await project.call(update_status, one)).toMatchObject({ error: { code: 'unknown_entry' } })
  })
  it('refuses times that are none or the wrong way round', async () => {
    const { project } = blog()
    const call = (input: object) => project.call(update_status, { model: 'post', entryIds: ['a'], ...input })
    expect(await call({ publish_at: 'soon' })).toMatchObject({ error: { code: 'time' } })
    expect(await call({ publish_at: '2026-05-02', expire_at: '2026-05-01' })).toMatchObject({
      error: { code: 'expire_before_publish' },
    })
    expect(await call({})).toMatchObject({ error: { code: 'no_data' } })
    expect(await call({ status: 'live' })).toMatchObject({ ok: false })
  })
})

describe('renameEntry', () => {
  it('takes references with it, also deep ones, and is undone whole', async () => {
    const { project } = blog()
    await project.run(renameEntry, { model: 'post', entryId: 'a', newId: 'z' })
    expect(project.entry('post', 'z')?.locales.en?.values.title).toBe('A')
    expect(project.entry('post', 'b')?.locales.en?.values).toMatchObject({
      next: 'z',
      rows: [{ to: { model: 'post', ref: 'z' } }],
    })
    expect(project.undo()).toEqual([])
    expect(project.entry('post', 'b')?.locales.en?.values.next).toBe('a')
    expect(await project.call(renameEntry, { model: 'post', entryId: 'a', newId: 'b' })).toMatchObject({
      error: { code: 'id_taken' },
    })
    expect(await project.call(renameEntry, { model: 'post', entryId: 'a', newId: '404' })).toMatchObject({
      error: { code: 'id' },
    })
  })
})

describe('restoreEntry', () => {
  it('brings a deleted entry back, unless something has taken its place', async () => {
    const { project, a } = blog()
    await project.run(delete_content, { model: 'post', entryIds: ['a'], references: 'clear' })
    await project.run(restoreEntry, { documentId: a })
    expect(project.entry('post', 'a')?.locales.en?.values.slug).toBe('a')
    expect(await project.call(restoreEntry, { documentId: a })).toMatchObject({ error: { code: 'not_deleted' } })
    await project.run(delete_content, { model: 'post', entryIds: ['a'] })
    project.addEntry('post', 'c', { en: { title: 'C', slug: 'a' } })
    expect(await project.call(restoreEntry, { documentId: a })).toMatchObject({ error: { code: 'not_unique' } })
  })
})

describe('the history of an entry', () => {
  it('is read page by page to its first change, which brings its values back', async () => {
    const { project } = blog()
    const edits = 60
    for (let at = 1; at <= edits; at += 1)
      await project.run(save_content, { model: 'post', data: { b: at === 7 ? { order: 7 } : { title: `B ${at}` } } })
    const about = { model: 'post', entryId: 'b' }
    const seqs: number[] = []
    let more = true
    while (more) {
      const page = await project.run(entryHistory, { ...about, limit: 20, before: seqs.at(-1) ?? 1_000_000 })
      seqs.push(...page.changes.map(({ seq }) => seq))
      more = page.more
    }
    expect(seqs).toHaveLength(edits)
    const [order] = (await project.run(entryHistory, { ...about, field: 'order' })).changes
    expect(order?.fields).toEqual([{ locale: 'en', field: 'order', after: 7 }])
    await project.run(takeBackChange, { ...about, seqs: [order?.seq ?? 0] })
    expect(project.entry('post', 'b')?.locales.en?.values).toMatchObject({ title: `B ${edits}` })
    expect(project.entry('post', 'b')?.locales.en?.values).not.toHaveProperty('order')
    await project.run(restoreFields, { ...about, seq: seqs.at(-1) ?? 0, fields: ['title'] })
    expect(project.entry('post', 'b')?.locales.en?.values.title).toBe('B 1')
  })

  it('says what stays of a change that is taken back', async () => {
    const { project } = blog()
    await project.run(save_content, { model: 'post', data: { a: { title: 'A one', slug: 'one' } } })
    await project.run(save_content, { model: 'post', data: { a: { title: 'A two' } } })
    const about = { model: 'post', entryId: 'a' }
    const first = (await project.run(entryHistory, about)).changes[1]?.seq ?? 0
    const taken = await project.run(takeBackChange, { ...about, seqs: [first] })
    expect(taken.warnings).toMatchObject([{ code: 'changed_since', field: 'title' }])
    expect(project.entry('post', 'a')?.locales.en?.values).toMatchObject({ title: 'A two', slug: 'a' })
    expect(await project.call(takeBackChange, { ...about, seqs: [first] })).toMatchObject({
      error: { code: 'nothing_to_take_back' },
    })
    expect(await project.call(takeBackChange, { ...about, seqs: [999] })).toMatchObject({
      error: { code: 'unknown_change' },
    })
  })

  it('shows of a long text the words that changed', async () => {
    const { project } = blog()
    const long = (word: string) => `${'Flour and water. '.repeat(60)}${word}${' Salt and time.'.repeat(60)}`
    await project.run(save_content, { model: 'post', data: { a: { text: long('Rye') } } })
    await project.run(save_content, { model: 'post', data: { a: { text: long('Oat') } } })
    const [change] = (await project.run(entryHistory, { model: 'post', entryId: 'a' })).changes
    const { before, after } = change?.fields[0] ?? {}
    expect(before).toMatch(/^….* Rye .*…$/)
    expect(after).toMatch(/^….* Oat .*…$/)
    expect(String(after).length).toBeLessThan(200)
  })
})

describe('orderEntries', () => {
  it('numbers entries in every locale that they have', async () => {
    const { project } = blog()
    await project.run(orderEntries, { model: 'post', entryIds: ['b', 'a'] })
    expect(project.entry('post', 'b')?.locales).toMatchObject({
      en: { values: { order: 1 } },
      tr: { values: { order: 1 } },
    })
    expect(project.entry('post', 'a')?.locales.en?.values.order).toBe(2)
    expect(await project.call(orderEntries, { model: 'post', entryIds: ['a'], field: 'rank' })).toMatchObject({
      error: { code: 'no_order_field' },
    })
  })
})

describe('setRoute', () => {
  it('gives the entries of one model pages at an address that no other model has', async () => {
    const { project } = blog()
    await project.run(setRoute, { model: 'post', route: '/blog/' })
    expect(project.schema().routes).toEqual({ post: 'blog' })
    for (const [model, route, code] of [
      ['post', 'Über uns', 'route'],
      ['post', '../x', 'route'],
      ['nothing', 'x', 'unknown_model'],
    ] as const)
      expect(await project.call(setRoute, { model, route })).toMatchObject({ error: { code } })
    await project.run(setRoute, { model: 'post', route: null })
    expect(project.schema().routes).toBeUndefined()
  })
})

describe('saveList', () => {
  it('keeps a view of a list under a name, refuses fields that the model does not have, and takes it away again', async () => {
    const { project } = blog()
    const view = { columns: ['slug'], sort: '-title', where: { title: { contains: 'a' } } }
    expect(await project.run(saveList, { model: 'post', name: ' By title / new ', view })).toEqual({
      lists: ['By title / new'],
    })
    await project.run(saveList, { model: 'post', name: 'Drafts', view: { status: 'draft' } })
    for (const wrong of [{ sort: 'gone' }, { columns: ['gone'] }, { where: { gone: 1 } }])
      expect(await project.call(saveList, { model: 'post', name: 'X', view: wrong })).toMatchObject({
        error: { code: 'unknown_field' },
      })
    expect(await project.run(saveList, { model: 'post', name: 'By title / new', view: null })).toEqual({
      lists: ['Drafts'],
    })
  })
})

describe('the history of an entry', () => {
  const ANN = { actor: { kind: 'hand', userId: 'ann' } } as const
  const BOT = { actor: { kind: 'agent', userId: 'ann', runId: 'r1' } } as const
  const save = (project: ReturnType<typeof blog>['project'], data: object, who: typeof ANN | typeof BOT) =>
    project.run(save_content, { model: 'post', data: { n: data } }, who)
  const edited = async () => {
    const { project } = blog()
    await save(project, { title: 'One', text: 'A\n\nB' }, ANN)
    await save(project, { title: 'Two', slug: 'two' }, BOT)
    await save(project, { text: 'A\n\nC' }, ANN)
    await project.run(update_status, { model: 'post', entryIds: ['n'], status: 'published' }, BOT)
    return project
  }
  it('tells who changed which field, and who changed each last', async () => {
    const project = await edited()
    const read = await project.run(entryHistory, { model: 'post', entryId: 'n' })
    expect(read.changes.map(({ seq, source, fields }) => [seq, source, fields])).toEqual([
      [4, 'agent', [{ locale: 'en', field: ':status', after: 'published' }]],
      [3, 'human', [{ locale: 'en', field: 'text', before: 'A\n\nB', after: 'A\n\nC' }]],
      [
        2,
        'agent',
        [
          { locale: 'en', field: 'slug', after: 'two' },
          { locale: 'en', field: 'title', before: 'One', after: 'Two' },
        ].sort((a, b) => (a.field < b.field ? 1 : -1)),
      ],
      [
        1,
        'human',
        [
          { locale: 'en', field: 'title', after: 'One' },
          { locale: 'en', field: 'text', after: 'A\n\nB' },
        ],
      ],
    ])
    expect(read.blame.map(({ field, by, source }) => `${field} ${source} ${by.runId ?? ''}`).sort()).toEqual([
      ':status agent r1',
      'slug agent r1',
      'text human ',
      'title agent r1',
    ])
    const page = await project.run(entryHistory, { model: 'post', entryId: 'n', field: 'title', limit: 1 })
    expect(page).toMatchObject({ changes: [{ seq: 2 }], more: true })
  })
  it('brings fields back to what they were, all or those that are named', async () => {
    const project = await edited()
    await project.run(restoreFields, { model: 'post', entryId: 'n', seq: 1, fields: ['title'] })
    expect(project.entry('post', 'n')?.locales.en?.values).toEqual({ title: 'One', slug: 'two', text: 'A\n\nC' })
    await project.run(restoreFields, { model: 'post', entryId: 'n', seq: 1 })
    expect(project.entry('post', 'n')?.locales.en?.values).toEqual({ title: 'One', text: 'A\n\nB' })
    expect(await project.call(restoreFields, { model: 'post', entryId: 'n', seq: 99 })).toMatchObject({
      error: { code: 'unknown_change' },
    })
  })
  it('knows a renamed field under its new name, and restores nothing that another entry has', async () => {
    const project = await edited()
    await project.run(save_content, { model: 'post', data: { n: { slug: null }, other: { title: 'O', slug: 'two' } } })
    expect(await project.call(restoreFields, { model: 'post', entryId: 'n', seq: 2 })).toMatchObject({
      error: { code: 'not_unique' },
    })
  })
})

describe('duplicateEntry', () => {
  it('copies all locales as drafts, keeps relations and tells the copy apart', async () => {
    const { project } = blog()
    const [made] = (await project.run(duplicateEntry, { model: 'post', entryId: 'b' })).entries
    expect(made?.id).toMatch(/^[0-9a-f]{12}$/)
    expect(project.entry('post', made?.id ?? '')?.locales).toMatchObject({
      en: {
        values: { title: 'B 2', next: 'a', rows: [{ to: { model: 'post', ref: 'a' } }] },
        meta: { status: 'draft' },
      },
      tr: { values: { title: 'B tr 2' } },
    })
    expect(project.entry('post', 'b')?.locales.en?.values.title).toBe('B')
  })
  it('puts a number behind unique texts, and is not published with what it was made from', async () => {
    const { project } = blog()
    for (const number of [2, 3]) {
      const [made] = (await project.run(duplicateEntry, { model: 'post', entryId: 'a' })).entries
      expect(project.entry('post', made?.id ?? '')?.locales.en).toMatchObject({
        values: { title: `A ${number}`, slug: `a-${number}`, text: 'One\n\nTwo' },
        meta: { status: 'draft' },
      })
    }
  })
  it('refuses a model with one entry, an id that is taken, and an entry that is not there', async () => {
    const { project } = blog()
    expect(await project.call(duplicateEntry, { model: 'ui', entryId: 'main' })).toMatchObject({
      error: { code: 'one_entry' },
    })
    expect(await project.call(duplicateEntry, { model: 'post', entryId: 'a', newId: 'b' })).toMatchObject({
      error: { code: 'id_taken' },
    })
    expect(await project.call(duplicateEntry, { model: 'post', entryId: 'c' })).toMatchObject({
      error: { code: 'unknown_entry' },
    })
  })
})
