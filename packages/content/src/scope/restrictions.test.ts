import type { Json } from '@atelier/documents'
import type { Operation } from '@atelier/operation'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestContent, type TestContent } from '../../testing/project.ts'
import { restrictEntry, restrictSchema, visibleTo } from '../brain/restrict.ts'
import { openBranch } from '../branch/branchDocument.ts'
import type { ContentContext } from '../context/context.ts'
import type { Asset, Submission } from '../context/services.ts'
import { readEntry } from '../entry/entryDocument.ts'
import type { ModelFile } from '../model/definition.ts'
import { save_content } from '../operations/entries/saveContent.ts'
import { contentOperations } from '../operations/index.ts'

// Whoever may work on the model `open` in English meets nothing of the model `closed`, and nothing Turkish.
const restriction = { models: ['open'], locales: ['en'] }
/** Every text of what is closed holds it. */
const SECRET = /gizli/i

const models: ModelFile[] = [
  {
    id: 'open',
    name: 'Open',
    kind: 'collection',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    fields: {
      title: { type: 'string', required: true, unique: true },
      text: { type: 'markdown' },
      order: { type: 'integer' },
      author: { type: 'string' },
      peer: { type: 'relation', model: 'open' },
    },
  },
  {
    id: 'closed',
    name: 'Gizli model',
    kind: 'collection',
    domain: 'gizli-domain',
    i18n: true,
    title_field: 'gizli_title',
    fields: { gizli_title: { type: 'string', required: true }, gizli_to: { type: 'relation', model: 'open' } },
  },
]

let project: TestContent
let given: Partial<ContentContext>
let documents: Record<string, string>

beforeEach(async () => {
  project = createTestContent({
    models,
    config: { domains: ['blog', 'gizli-domain'] },
    vocabulary: { word: { en: 'Word', tr: 'Gizli kelime' }, other: { tr: 'Gizli' } },
  })
  documents = {
    plain: project.addEntry('open', 'plain', { en: { title: 'Plain', text: 'Words' } }),
    // Its Turkish is neither to be seen nor written.
    both: project.addEntry('open', 'both', { en: { title: 'Both' }, tr: { title: 'Gizli iki', text: 'Gizli metin' } }),
    turkish: project.addEntry('open', 'turkish', { tr: { title: 'Gizli tek' } }),
    target: project.addEntry('open', 'target', { en: { title: 'Target' } }),
    // Something is wrong with it in Turkish.
    wrong: project.addEntry('open', 'wrong', { en: { title: 'Wrong' }, tr: { text: 'Gizli', title: 7, gizli: 'x' } }),
    closed: project.addEntry('closed', 'gizli-1', { en: { gizli_title: 'Gizli bir', gizli_to: 'target' } }),
    gone: project.addEntry('open', 'gone', { en: { title: 'Gone' }, tr: { title: 'Gizli gone' } }),
  }
  project.documents.get(documents.gone ?? '')?.set('deleted', true)
  for (const [id, model, title] of [
    ['branch1', 'closed', 'Gizli work'],
    ['branch2', 'open', 'Open work'],
  ] as const) {
    await project.call(creates(id, model, title), {})
    const target = { workflow: 'review' as const, branch: { id, name: id } }
    const data = model === 'closed' ? { 'gizli-1': { gizli_title: 'Gizli iki' } } : { plain: { text: 'Proposed' } }
    await project.run(save_content, { model, data }, { target })
  }
  given = { restriction, reader: restricted(), services: servicesOf() }
})

/** An operation that opens a branch of a given id. */
function creates(id: string, model: string, title: string): Operation<ContentContext> {
  const [base] = contentOperations.filter(({ name }) => name === 'createBranch')
  if (!base) throw new Error('There is no createBranch')
  return {
    ...base,
    input: { type: 'object' },
    output: {},
    run({ drafts }) {
      openBranch(drafts.create(id, 'branch'), { name: `cr/content/${model}/1700000000-${id.slice(-1)}abc`, title })
      return { ok: true, data: {} }
    },
  }
}

/** The content that the server's reader shows a caller with the restriction. */
function restricted(): ContentContext['reader'] {
  const { reader } = project
  const sees = visibleTo(restriction)
  return {
    schema: async () => restrictSchema(project.schema(), restriction),
    entries: async (model) =>
      sees.model(model)
        ? (await reader.entries(model)).map((each) =>
            restrictEntry(each, project.model(model), project.schema(), restriction),
          )
        : [],
    async entry(model, id) {
      const found = sees.model(model) ? await reader.entry(model, id) : undefined
      return found && restrictEntry(found, project.model(model), project.schema(), restriction)
    },
    holders: async (model, field, values) => {
      const found = sees.model(model) ? await reader.holders(model, field, values) : []
      return found.filter(({ locale }) => sees.locale(locale))
    },
    referrers: async (model, id) =>
      (await reader.referrers(model, id)).filter((each) => sees.model(each.model) && sees.locale(each.locale)),
    search: async (request) =>
      reader.search({
        ...request,
        models: (request.models ?? restriction.models).filter(sees.model),
        locales: (request.locales ?? ['*', ...restriction.locales]).filter(sees.locale),
      }),
    nearestWords: async () => [],
  }
}

let decided: string[]
function servicesOf(): ContentContext['services'] {
  decided = []
  const sent: Submission[] = [
    { id: 's-closed', model: 'closed', locale: 'en', state: 'pending', data: { gizli_title: 'Gizli' }, createdAt: 1 },
    { id: 's-turkish', model: 'open', locale: 'tr', state: 'pending', data: { title: 'Gizli' }, createdAt: 1 },
  ]
  const asset: Asset = {
    id: 'a1',
    filename: 'a.png',
    path: 'media/a.png',
    type: 'image/png',
    bytes: 1,
    alt: { en: 'A cat', tr: 'Gizli kedi' },
    tags: [],
  }
  return {
    submissions: {
      async list({ models, locales, state }) {
        const found = sent.filter(
          (each) =>
            (models?.includes(each.model) ?? true) && (locales?.includes(each.locale) ?? true) && each.state === state,
        )
        return { submissions: found, total: found.length }
      },
      find: async (id) => sent.find((each) => each.id === id),
      async reject(id) {
        decided.push(id)
        return true
      },
      async reopen(id) {
        decided.push(id)
        return true
      },
    },
    assets: {
      search: async ({ query = '', locales }) => {
        const texts = Object.entries(asset.alt).filter(([locale]) => locales?.includes(locale) ?? true)
        return texts.some(([, text]) => text.toLowerCase().includes(query.toLowerCase())) ? [asset] : []
      },
      find: async () => asset,
      fetch: async () => ({ name: 'a.png', hash: 'h', type: 'image/png', bytes: 1 }),
      add: async () => asset,
      async update(_, { alt = {} }) {
        decided.push(...Object.keys(alt))
        return asset
      },
      remove: async () => true,
    },
    history: async () => [],
  }
}

const ids = { entryIds: ['both'] }
const branches = ['cr/content/closed/1700000000-1abc', 'cr/content/open/1700000000-2abc']

/** Attempts of a caller with each operation to read or write closed content. */
const attempts: Readonly<Record<string, readonly object[]>> = {
  addReadyModel: [{ model: 'post' }, { model: 'gizli' }],
  findMediaUses: [{ path: 'Gizli metin' }, { path: 'Gizli bir' }],
  replaceMedia: [
    { path: 'Gizli metin', withPath: 'media/x.png' },
    { path: 'Gizli bir', withPath: 'media/x.png' },
    { path: 'Words', withPath: 'media/x.png' },
  ],
  list_models: [{}],
  get_content: [
    { model: 'closed' },
    { model: 'open' },
    { model: 'open', locale: 'tr' },
    { model: 'open', id: 'turkish' },
    { model: 'open', id: 'both', path: 'title', locale: 'tr' },
    { model: 'open', id: 'x' },
  ],
  brain_query: [
    { model: 'closed' },
    { model: 'open', where: { title: { contains: 'i' } } },
    { model: 'open', locale: 'tr' },
    { model: 'open', countBy: 'title' },
  ],
  brain_search: [{ query: 'giz' }, { query: 'giz', model: 'closed' }, { query: 'giz', locale: 'tr' }],
  brain_analyze: [{}, { model: 'closed' }, { locale: 'tr' }],
  relation_expand: [
    { model: 'open', id: 'target', depth: 3, fields: ['title'] },
    { model: 'open', id: 'turkish', fields: ['title'] },
    { model: 'closed', id: 'gizli-1' },
    { model: 'open', id: 'both', locale: 'tr', fields: ['title'] },
  ],
  validate: [{}, { model: 'closed' }],
  validate_schema: [{}],
  save_content: [
    { model: 'closed', data: { new: { gizli_title: 'x' } } },
    { model: 'open', locale: 'tr', data: { both: { title: 'x' } } },
    { model: 'open', data: { wrong: { text: 'New' } } },
    { model: 'open', data: { plain: { peer: 'gizli' } } },
  ],
  delete_content: [
    { model: 'open', ...ids },
    { model: 'open', ...ids, locale: 'tr' },
    { model: 'open', entryIds: ['target'] },
    { model: 'open', entryIds: ['target'], references: 'clear' },
    { model: 'closed', entryIds: ['gizli-1'] },
  ],
  copy_locale: [
    { model: 'open', from: 'en', to: 'tr' },
    { model: 'open', from: 'tr', to: 'en' },
    { model: 'closed', from: 'en', to: 'tr' },
  ],
  listUntranslated: [
    { model: 'open', from: 'en', to: 'tr' },
    { model: 'open', from: 'tr', to: 'en' },
    { model: 'closed', from: 'en', to: 'tr' },
  ],
  saveTranslations: [
    { model: 'open', from: 'en', to: 'tr', entries: { plain: { title: 'Düz' } } },
    { model: 'open', from: 'tr', to: 'en', entries: { turkish: { title: 'Only' } } },
    { model: 'closed', from: 'en', to: 'tr', entries: { 'gizli-1': { gizli_title: 'x' } } },
  ],
  update_status: [
    { model: 'open', entryIds: ['both', 'turkish', 'wrong'], status: 'archived' },
    { model: 'open', entryIds: ['both'], status: 'archived', locale: 'tr' },
    { model: 'closed', entryIds: ['gizli-1'], status: 'archived' },
  ],
  vocabulary: [
    {},
    { query: 'giz' },
    { terms: { word: { tr: 'x' } } },
    { terms: { word: null } },
    { terms: { other: null } },
  ],
  init_project: [{ locales: ['en'] }],
  save_model: [
    { id: 'closed', name: 'X' },
    { id: 'open', fields: { title: { type: 'integer' } }, migrate: { title: 'drop' } },
    { id: 'open', i18n: false },
  ],
  previewModel: [
    { id: 'closed', name: 'X' },
    { id: 'open', fields: { title: null } },
  ],
  add_locale: [{ locale: 'de' }],
  removeLocale: [{ locale: 'tr' }, { locale: 'tr', drop: true }],
  saveSettings: [{}, { workflow: 'review' }, { domains: [] }],
  shareModel: [
    { model: 'closed', public: true },
    { model: 'open', public: true },
  ],
  delete_model: [{ model: 'closed' }, { model: 'open' }],
  renameEntry: [
    { model: 'open', entryId: 'both', newId: 'x' },
    { model: 'open', entryId: 'target', newId: 'x' },
    { model: 'closed', entryId: 'gizli-1', newId: 'x' },
  ],
  duplicateEntry: [
    { model: 'open', entryId: 'plain' },
    { model: 'open', entryId: 'both' },
    { model: 'open', entryId: 'turkish' },
    { model: 'closed', entryId: 'gizli-1' },
  ],
  listLostReferences: [{}],
  shareFields: [
    { model: 'open', fields: { text: true } },
    { model: 'open', fields: { gizli_title: true }, differing: 'default' },
    { model: 'closed', fields: { gizli_title: true } },
  ],
  saveFieldLayout: [
    { model: 'open', field: 'text', layout: { section: 'Words' } },
    { model: 'open', field: 'gizli_title', layout: null },
    { model: 'closed', field: 'gizli_title', layout: { section: 'Words' } },
  ],
  listComments: [{ model: 'open', entryId: 'both' }, { model: 'closed', entryId: 'gizli-1' }, { of: 'cr/x' }],
  addComment: [
    { model: 'open', entryId: 'both', locale: 'tr', field: 'title', text: 'x' },
    { model: 'closed', entryId: 'gizli-1', text: 'x' },
  ],
  resolveComment: [{ model: 'closed', entryId: 'gizli-1', commentId: 'c' }],
  requestChanges: [{ branch: 'cr/x', text: 'x' }],
  listNotes: [{}],
  markNotesSeen: [{ commentIds: ['c'] }],
  takeBackChange: [
    { model: 'open', entryId: 'both', seqs: [1] },
    { model: 'closed', entryId: 'gizli-1', seqs: [1] },
  ],
  listBin: [{}, { model: 'open' }, { model: 'closed' }],
  eraseEntries: [{ documentIds: ['GONE'] }, { documentIds: ['CLOSED'] }],
  restoreEntry: [{ documentId: 'GONE' }, { documentId: 'CLOSED' }],
  orderEntries: [
    { model: 'open', entryIds: ['both', 'turkish', 'wrong'] },
    { model: 'closed', entryIds: ['gizli-1'] },
  ],
  setRoute: [
    { model: 'open', route: 'open' },
    { model: 'closed', route: 'closed' },
  ],
  saveList: [
    { model: 'open', name: 'All', view: {} },
    { model: 'closed', name: 'All', view: {} },
  ],
  restoreFields: [
    { model: 'open', entryId: 'both', seq: 1, locale: 'tr' },
    { model: 'closed', entryId: 'gizli-1', seq: 1 },
  ],
  editField: [
    { model: 'open', entryId: 'both', locale: 'tr', field: 'title', base: null, value: 'x' },
    { model: 'closed', entryId: 'gizli-1', field: 'gizli_title', base: null, value: 'x' },
  ],
  entryHistory: [
    { model: 'open', entryId: 'both' },
    { model: 'closed', entryId: 'gizli-1' },
  ],
  listWaiting: [{}, { model: 'open' }, { model: 'closed' }],
  fixContent: [{}, { unknownFields: 'remove' }],
  list_branches: [{}, { branch: 'x' }, ...branches.map((branch) => ({ branch }))],
  merge_branch: [{ branch: branches[0] }],
  reject_branch: [{ branch: branches[0] }],
  readForm: [{ model: 'open' }, { model: 'closed' }],
  saveForm: [
    { model: 'open', fields: ['title'], locale: 'tr' },
    { model: 'closed', open: true },
  ],
  scheduleBranch: [{ branch: branches[0], at: '2026-04-01T10:00:00Z' }],
  branch_health: [{}],
  createBranch: [{ title: 'Mine' }],
  search_media: [{ query: 'kedi' }, { query: 'cat' }],
  get_media: [{ assetId: 'a1' }],
  upload_media: [{ url: 'https://example.com/a.png', alt: { tr: 'x' } }],
  update_media: [{ assetId: 'a1', alt: { tr: 'x' } }],
  delete_media: [{ assetId: 'a1' }],
  list_submissions: [{}, { modelId: 'closed' }],
  approve_submission: [{ submissionId: 's-closed' }, { submissionId: 's-turkish' }],
  reject_submission: [{ submissionId: 's-closed' }, { submissionId: 's-turkish' }],
  reopenSubmission: [{ submissionId: 's-closed' }, { submissionId: 's-turkish' }],
  list_collections: [{}],
  get_collection_schema: [{ collection: 'closed' }, { collection: 'open' }],
  list_documents: [{ collection: 'closed' }, { collection: 'open' }, { collection: 'open', locale: 'tr' }],
  get_document: [{ document: 'closed/gizli-1' }, { document: 'open/turkish' }, { document: 'open/both', locale: 'tr' }],
  search_documents: [{ query: 'giz' }, { query: 'giz', collection: 'closed' }],
  list_users: [{}],
  list_media: [{}],
  create_document: [
    { collection: 'closed', fields: { gizli_title: 'x' } },
    { collection: 'open', locale: 'tr', fields: { title: 'x' } },
  ],
  delete_document: [{ document: 'closed/gizli-1' }, { document: 'open/both' }, { document: 'open/target' }],
  set_document_status: [
    { document: 'closed/gizli-1', status: 'archived' },
    { document: 'open/both', status: 'archived' },
  ],
  set_document_field: [
    { document: 'closed/gizli-1', field: 'gizli_title', value: 'x' },
    { document: 'open/both', locale: 'tr', field: 'title', value: 'x' },
  ],
  set_document_fields: [{ document: 'open/both', locale: 'tr', fields: { title: 'x' } }],
  set_document_author: [{ document: 'open/both', author: 'x', locale: 'tr' }],
  set_active_document: [{ document: 'closed/gizli-1' }, { document: 'open/turkish' }],
  set_active_collection: [{ collection: 'closed' }],
}

/** All that the restriction keeps closed, as it is now. */
function closedState(): Json {
  const { vocabulary, models: all } = project.schema()
  const entries = Object.entries(documents).map(([name, id]): Json => {
    const view = project.documents.get(id)
    if (!view) return [name, 'gone']
    const live = readEntry(view, project.model(name === 'closed' ? 'closed' : 'open'))
    return [name, live.deleted, name === 'closed' ? JSON.stringify(live) : JSON.stringify(live.locales.tr ?? null)]
  })
  return [
    entries.filter((each) => Array.isArray(each) && each[0] !== 'plain'),
    JSON.stringify(all.filter(({ id }) => id === 'closed')),
    JSON.stringify(Object.entries(vocabulary).map(([term, { tr }]) => [term, tr])),
    [...(project.documents.get('branch1')?.keys() ?? [])].map(
      (key) => project.documents.get('branch1')?.get(key) ?? null,
    ),
    [...project.documents.values()].filter((view) => /closed/.test(JSON.stringify(view.get('entry') ?? ''))).length,
  ]
}

describe('a caller who may work on one model in one locale', () => {
  it('is tried with every operation of the scope', () => {
    expect(contentOperations.filter(({ name }) => !attempts[name]).map(({ name }) => name)).toEqual([])
  })

  it.each(contentOperations)('$name neither shows nor changes anything else', async (operation) => {
    for (const attempt of attempts[operation.name] ?? []) {
      const before = closedState()
      const sent: unknown = JSON.parse(
        JSON.stringify(attempt)
          .replace('GONE', documents.gone ?? '')
          .replace('CLOSED', documents.closed ?? ''),
      )
      const answer = await project.call(operation, sent, given)
      const asked = JSON.stringify(sent).match(/giz[\w-]*/gi) ?? []
      // The caller's own texts may come back.
      let said = JSON.stringify(answer)
      for (const own of asked)
        said = said.replaceAll(`“${own}”`, '').replaceAll(`/${own}`, '').replaceAll(`"${own}"`, '')
      expect(said, JSON.stringify(sent)).not.toMatch(SECRET)
      expect(answer.ok ? undefined : answer.error?.code, JSON.stringify(sent)).not.toBe('invalid_input')
      expect(closedState(), JSON.stringify(sent)).toEqual(before)
      expect(decided, JSON.stringify(sent)).toEqual([])
      decided.splice(0)
    }
  })

  it('may work on what is theirs', async () => {
    expect(
      await project.call(save_content, { model: 'open', data: { both: { title: 'Changed' } } }, given),
    ).toMatchObject({
      ok: true,
      data: { entries: [{ id: 'both', locale: 'en', settled: true }], errors: [] },
    })
  })
})
