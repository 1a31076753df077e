import { createMemoryView, type Draft, type DraftSet, type Json } from '@atelier/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { author, blogSchema, post } from '../../testing/blog.ts'
import { CONTENT, createMemoryContent, type MemoryContent } from '../../testing/memoryContent.ts'
import { queryWords } from '../brain/words.ts'
import { createEntry, deleteEntry, renameEntry, restoreEntry, writeMeta, writeValues } from '../entry/entryDocument.ts'
import { deleteModel, readModel, setTerm, writeModel } from '../model/contentDocument.ts'
import { toFile } from '../model/named.ts'
import { openBranch } from './branchDocument.ts'
import { diffBranch } from './diff.ts'
import { createBranchDrafts } from './drafts.ts'
import { mergeBranch } from './merge.ts'
import { openOverview } from './overview.ts'
import { readerOver } from './reader.ts'

const schema = { ...blogSchema, models: [post, author] }

function blog(): MemoryContent {
  const content = createMemoryContent(schema)
  content.add('d-ada', 'author', 'ada', { '*': { name: 'Ada' } })
  content.add('d-bob', 'author', 'bob', { '*': { name: 'Bob', mentor: 'ada' } })
  content.add('d-one', 'blog-post', 'one', {
    en: { title: 'First words', author: 'ada', body: 'Alpha\n\nBeta\n\nGamma' },
    tr: { title: 'Ilk sözler' },
  })
  content.add('d-two', 'blog-post', 'two', { en: { title: 'Second words', author: 'bob', price: 5 } })
  return content
}

function newBranch(): Draft {
  const branch = createMemoryView()
  openBranch(branch, { name: 'cr/content/blog-post/1700000000-0a1b', title: 'Spring' })
  return branch
}

type Act = (drafts: DraftSet, models: (id: string) => typeof post | undefined) => Promise<void>

const onEntry =
  (documentId: string, act: (draft: Draft, model: typeof post) => void): Act =>
  async (drafts, models) => {
    const draft = await drafts.open(documentId)
    const model = models(documentId === 'd-ada' || documentId === 'd-bob' ? 'author' : 'blog-post')
    if (draft && model) act(draft, model)
  }

const onSchema =
  (act: (draft: Draft) => void): Act =>
  async (drafts) => {
    const draft = await drafts.open(CONTENT)
    if (draft) act(draft)
  }

const entryId = fc.constantFrom('d-ada', 'd-bob', 'd-one', 'd-two')
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc
    .record({
      id: entryId,
      locale: fc.constantFrom('en', 'tr', '*'),
      title: fc.constantFrom<Json>('Words', 'Others', null),
      body: fc.constantFrom<Json>('Alpha\n\nNew\n\nGamma', 'Beta', null),
      author: fc.constantFrom<Json>('ada', 'bob', null),
    })
    .map(({ id, locale, ...values }) =>
      onEntry(id, (draft, model) => {
        if (model.id === 'author') writeValues(draft, model, '*', { name: values.title, mentor: values.author })
        else writeValues(draft, model, locale === '*' ? 'en' : locale, values)
      }),
    ),
  entryId.map((id) => onEntry(id, (draft) => deleteEntry(draft))),
  entryId.map((id) => onEntry(id, (draft) => restoreEntry(draft))),
  fc
    .tuple(entryId, fc.constantFrom('three', 'four'))
    .map(([id, name]) => onEntry(id, (draft) => renameEntry(draft, name))),
  entryId.map((id) => onEntry(id, (draft) => writeMeta(draft, id === 'd-ada' ? '*' : 'en', { status: 'archived' }))),
  fc.constantFrom('new-a', 'new-b').map(
    (id): Act =>
      async (drafts, models) => {
        const model = models('author')
        if ((await drafts.open(id)) || !model) return
        const draft = drafts.create(id, 'entry')
        createEntry(draft, { model: 'author', id })
        writeValues(draft, model, '*', { name: `Author ${id}`, mentor: 'bob' })
      },
  ),
  fc.constantFrom(
    onSchema((draft) => {
      const model = readModel(draft, 'author')
      const { name, ...fields } = (model && toFile(model).fields) ?? {}
      if (model && name)
        writeModel(
          draft,
          { ...toFile(model), title_field: 'full_name', fields: { ...fields, full_name: name } },
          { name: 'full_name' },
        )
    }),
    onSchema((draft) => {
      const model = readModel(draft, 'blog-post')
      if (model)
        writeModel(draft, {
          ...toFile(model),
          fields: { ...toFile(model).fields, price: { type: 'number', required: true } },
        })
    }),
    onSchema((draft) => deleteModel(draft, 'author')),
    onSchema((draft) => draft.set('config/locales', { default: 'en', supported: ['en', 'tr', 'de'] })),
  ),
)

/** All that a reader tells, without what a branch cannot know: numbers of stored states and documents. */
async function told(reader: MemoryContent['reader']) {
  const bare = <Item extends { documentId: string }>({ documentId: _, ...item }: Item) => item
  const models = ['author', 'blog-post']
  const ids = ['ada', 'bob', 'one', 'two', 'three', 'four', 'new-a', 'new-b']
  const sorted = (items: readonly object[]) => items.map((item) => JSON.stringify(item)).sort()
  const entries = await Promise.all(models.map((model) => reader.entries(model)))
  return {
    schema: await reader.schema(),
    entries: entries.flat().map(({ head: _, createdAt: _at, updatedAt: _to, issues, ...entry }) => ({
      ...bare(entry),
      errors: issues.filter(({ severity }) => severity === 'error').map(({ code }) => code),
    })),
    single: await Promise.all(ids.map(async (id) => (await reader.entry('author', id))?.title)),
    holders: sorted((await reader.holders('blog-post', 'title', ['Words', 'First words'])).map(bare)),
    referrers: await Promise.all(ids.map(async (id) => sorted((await reader.referrers('author', id)).map(bare)))),
    found: sorted((await reader.search({ words: queryWords('wor'), limit: 50 })).map(({ score: _, ...hit }) => hit)),
  }
}

describe('a reader over a branch', () => {
  it('tells the same as a reader of the content once the branch is merged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { maxLength: 8 }), async (made) => {
        const content = blog()
        const branch = newBranch()
        const drafts = createBranchDrafts(branch, content.drafts)
        const over = readerOver(content.reader, branch, content.drafts, CONTENT)
        for (const act of made) {
          const now = await over.schema()
          await act(drafts, (id) => now?.models.find((model) => model.id === id))
          // Asked in between: what is written later has to show as well.
          await over.entries('author')
        }
        const shown = await told(over)
        const unsettled = shown.entries.some(({ errors }) => errors.length > 0)
        const outcome = await mergeBranch(branch, content.drafts, [], {
          schema: content.schema(),
          newId: content.newId,
          findOnly: async () => undefined,
          refuse: () => undefined,
          check: async () => [],
        })
        expect(outcome).toMatchObject({ ok: true })
        const merged = await told(content.reader)
        // An entry that its model does not accept keeps its last settled state; the reader in memory keeps none.
        if (unsettled) expect(shown.schema).toEqual(merged.schema)
        else expect(shown).toEqual(merged)
      }),
      { numRuns: numRuns(50, 400) },
    )
  })

  it('keeps the last good state of an entry that the branch leaves invalid, and says what is wrong', async () => {
    const content = blog()
    const branch = newBranch()
    const drafts = createBranchDrafts(branch, content.drafts)
    const draft = await drafts.open('d-one')
    if (draft) writeValues(draft, post, 'en', { title: null })
    const entry = await readerOver(content.reader, branch, content.drafts, CONTENT).entry('blog-post', 'one')
    expect(entry?.settled?.locales.en?.values.title).toBe('First words')
    expect(entry?.issues).toMatchObject([{ code: 'required', field: 'title' }])
  })

  it('shows no model and no locale that the caller may not see', async () => {
    const content = blog()
    const branch = newBranch()
    const drafts = createBranchDrafts(branch, content.drafts)
    await onEntry('d-one', (draft, model) => {
      writeValues(draft, model, 'en', { title: 'Secret words' })
      writeValues(draft, model, 'tr', { title: 'Words' })
    })(drafts, () => post)
    const over = (restriction: object) => readerOver(content.reader, branch, content.drafts, CONTENT, restriction)
    const authors = over({ models: ['author'] })
    expect((await authors.schema())?.models.map(({ id }) => id)).toEqual(['author'])
    expect(await authors.entries('blog-post')).toEqual([])
    expect(await authors.entry('blog-post', 'one')).toBeUndefined()
    const turkish = over({ locales: ['tr'] })
    expect((await turkish.schema())?.config.locales.supported).toEqual(['tr'])
    expect(Object.keys((await turkish.entry('blog-post', 'one'))?.settled?.locales ?? {})).toEqual(['tr'])
    const hits = await turkish.search({ words: ['words'], limit: 10 })
    expect(hits.filter(({ entry }) => entry === 'one')).toMatchObject([{ locale: 'tr' }])
  })
})

describe('the changes of a branch', () => {
  it('are described by entry, locale and field, texts by paragraph, models and vocabulary by their names', async () => {
    const content = blog()
    const branch = newBranch()
    const drafts = createBranchDrafts(branch, content.drafts)
    const write = async (act: Act) => act(drafts, (id) => schema.models.find((model) => model.id === id))
    await write(
      onEntry('d-one', (draft, model) => {
        writeValues(draft, model, 'en', { title: 'New words', body: 'Alpha\n\nBetter\n\nGamma' })
        writeMeta(draft, 'tr', { status: 'archived' })
      }),
    )
    await write(onEntry('d-two', (draft) => deleteEntry(draft)))
    await write(onEntry('d-bob', (draft) => renameEntry(draft, 'robert')))
    await write(async (set) => {
      const draft = set.create('d-new', 'entry')
      createEntry(draft, { model: 'author', id: 'eve' })
      writeValues(draft, author, '*', { name: 'Eve' })
    })
    await write(
      onSchema((draft) => {
        const file = toFile(author)
        const { name, mentor: _, ...fields } = file.fields ?? {}
        const next = {
          ...fields,
          ...(name ? { full_name: { ...name, max: 80 } } : {}),
          city: { type: 'string' as const },
        }
        writeModel(draft, { ...file, name: 'Writer', title_field: 'full_name', fields: next }, { name: 'full_name' })
        setTerm(draft, 'studio', 'tr', 'Atölye')
        draft.set('config/stack', 'astro')
      }),
    )
    expect(diffBranch(await openOverview(branch, content.drafts, CONTENT))).toEqual({
      entries: [
        {
          model: 'author',
          entry: 'eve',
          documentId: 'd-new',
          title: 'Eve',
          change: 'added',
          values: [{ locale: '*', field: 'full_name', after: 'Eve' }],
        },
        {
          model: 'author',
          entry: 'robert',
          renamedFrom: 'bob',
          documentId: 'd-bob',
          title: 'Bob',
          change: 'changed',
          values: [],
        },
        {
          model: 'blog-post',
          entry: 'one',
          documentId: 'd-one',
          title: 'New words',
          change: 'changed',
          values: [
            { locale: 'en', field: 'title', before: 'First words', after: 'New words' },
            { locale: 'en', field: 'body', paragraphs: [{ before: 'Beta', after: 'Better' }] },
            { locale: 'tr', field: 'status', before: 'published', after: 'archived' },
          ],
        },
        {
          model: 'blog-post',
          entry: 'two',
          documentId: 'd-two',
          title: 'Second words',
          change: 'deleted',
          values: [],
        },
      ],
      models: [
        {
          model: 'author',
          change: 'changed',
          properties: [
            { property: 'name', before: 'Author', after: 'Writer' },
            { property: 'title_field', before: 'name', after: 'full_name' },
          ],
          fields: [
            {
              field: 'full_name',
              change: 'changed',
              renamedFrom: 'name',
              properties: [{ property: 'max', after: 80 }],
            },
            { field: 'mentor', change: 'deleted', properties: [{ property: 'type', before: 'relation' }] },
            { field: 'city', change: 'added', properties: [{ property: 'type', after: 'string' }] },
          ],
        },
      ],
      vocabulary: [{ term: 'studio', locale: 'tr', before: 'Stüdyo', after: 'Atölye' }],
      settings: [{ property: 'stack', before: 'other', after: 'astro' }],
    })
  })
})
