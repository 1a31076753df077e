import { checkFiles, type FieldDefinition, type ModelFile, readFiles } from '@atelier/content'
import { type BareRepository, contentFiles, repositoryAt, repositoryPath } from '@atelier/repository'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstProject, newSession, startRun } from '../../../testing/ai.ts'
import { ended, scriptedModel, useModel } from '../../../testing/approvals.ts'
import { gitText, testGit } from '../../../testing/git.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let model: Awaited<ReturnType<typeof scriptedModel>>
let repository: BareRepository
let projectId = ''
const git = (...args: string[]) => gitText(repository.git, repository.path, ...args)

async function run(name: string, input: object, more: object = {}): Promise<{ changeSetId: string; data: unknown }> {
  const path = `/api/projects/${projectId}/operations/content.${name}`
  const { ok, error, changeSetId, data } = Object((await server.call('POST', path, { input, ...more })).body)
  expect({ name, ok, error }).toEqual({ name, ok: true, error: undefined })
  return { changeSetId: String(changeSetId), data }
}

async function createBranch(): Promise<{ branchId: string; branch: string }> {
  const { id, branch } = Object((await run('createBranch', { title: 'All of them' })).data)
  return { branchId: String(id), branch: String(branch) }
}

/** A field of every type with its constraints, and a value of it. */
const fields: Record<string, [definition: FieldDefinition, value: unknown]> = {
  title: [{ type: 'string', required: true, unique: true, min: 1, max: 80, pattern: '^[A-Z]' }, 'Bread & “cakes”'],
  body_text: [{ type: 'text', description: 'A text', label: 'Text' }, 'One line'],
  mail: [{ type: 'email' }, 'ada@example.test'],
  link: [{ type: 'url' }, 'https://example.test/a?b=c'],
  short: [{ type: 'slug' }, 'bread-and-cakes'],
  paint: [{ type: 'color' }, '#ff8800'],
  call: [{ type: 'phone' }, '+90 212 000 00 00'],
  source: [{ type: 'code' }, 'let a = 1'],
  sign: [{ type: 'icon' }, 'heart'],
  story: [{ type: 'markdown' }, 'One **bold** line'],
  rich: [{ type: 'richtext' }, '<p>One</p>'],
  amount: [{ type: 'number', min: -10, max: 10 }, -2],
  count: [{ type: 'integer' }, 7],
  price: [{ type: 'decimal' }, 1.5],
  share: [{ type: 'percent' }, 42],
  stars: [{ type: 'rating', max: 5 }, 4],
  shown: [{ type: 'boolean', default: true }, false],
  day: [{ type: 'date' }, '2026-03-09'],
  at: [{ type: 'datetime' }, '2026-03-09T10:00:00Z'],
  picture: [{ type: 'image', accept: 'image/*' }, '/media/a.png'],
  film: [{ type: 'video' }, '/media/a.mp4'],
  paper: [{ type: 'file', maxSize: 1000 }, '/media/a.pdf'],
  friend: [{ type: 'relation', model: 'target' }, 'one'],
  friends: [{ type: 'relations', model: 'target', max: 3 }, ['one', 'two']],
  size: [{ type: 'select', options: ['s', 'l'] }, 'l'],
  tags: [{ type: 'array', items: 'string' }, ['a', 'b c']],
}
/** Values that a document's file cannot hold. */
const inside: typeof fields = {
  nested: [
    { type: 'object', fields: { street: { type: 'string', required: true }, number: { type: 'integer' } } },
    { number: 3, street: 'Main' },
  ],
  rows: [{ type: 'array', items: { type: 'object', fields: { a: { type: 'string' } } } }, [{ a: 'x' }]],
  any: [
    { type: 'relation', model: ['target', 'other'] },
    { model: 'target', ref: 'one' },
  ],
}
const definitions = (of: typeof fields) => Object.fromEntries(Object.entries(of).map(([name, [each]]) => [name, each]))
const valuesOf = (of: typeof fields) => Object.fromEntries(Object.entries(of).map(([name, [, value]]) => [name, value]))

const target: ModelFile = {
  id: 'target',
  name: 'Target',
  kind: 'collection',
  domain: 'site',
  i18n: false,
  title_field: 'title',
  fields: { title: { type: 'string', required: true } },
}
/** Layouts of a model without locales, and those that models with locales can have. */
export type Layout = 'single' | 'file' | 'suffix' | 'directory'
/** A model of each kind in each layout. */
const createModels = (layouts: readonly Layout[]) =>
  (['collection', 'singleton', 'dictionary', 'document'] as const).flatMap((kind) =>
    layouts.flatMap((layout): ModelFile[] => {
      const own = kind === 'document' ? fields : { ...fields, ...inside }
      const title: FieldDefinition = {
        type: 'string',
        required: true,
        ...(kind === 'singleton' ? {} : { unique: true }),
      }
      return [
        {
          id: `${kind}-${layout}`,
          name: `${kind} ${layout}`,
          kind,
          domain: 'site',
          i18n: layout !== 'single',
          title_field: kind === 'dictionary' ? 'key' : 'title',
          ...(layout === 'single' ? {} : { locale_strategy: layout }),
          ...(layout === 'directory' ? { content_path: `docs/${kind}` } : {}),
          ...(kind === 'dictionary' ? {} : { fields: { ...definitions(own), title } }),
        },
      ]
    }),
  )

/** Writes the title of an entry, or a text of a dictionary, past the operations, as a merge or an undo may. */
async function typeInto({ id, kind, i18n = false }: ModelFile, text: string) {
  const { documents, content } = server.services
  const entryId = kind === 'singleton' || kind === 'dictionary' ? 'main' : 'first'
  const documentId = (await content.reader(projectId).entry(id, entryId))?.documentId ?? ''
  const key = `${i18n ? 'en' : '*'}/${kind === 'dictionary' ? 'hello' : 'title'}`
  const outcome = await documents.transact({
    projectId,
    origin: { kind: 'hand', userId: 'ada' },
    source: 'merge',
    async body(drafts) {
      const draft = await drafts.open(documentId)
      if (draft?.get(key) !== text) draft?.set(key, text)
      return { result: null, commit: true }
    },
  })
  expect(outcome).toMatchObject({ ok: true })
}

/** Returns the titles of the entries at a commit, in the order of the models. */
async function titlesAt(models: readonly ModelFile[], commit: string) {
  const { after } = await contentFiles(repository, await git('rev-parse', commit))
  const read = new Map(readFiles(after).entries.map((entry) => [entry.model, entry]))
  return models.map(({ id, kind, i18n = false }) => {
    const values = read.get(id)?.locales[i18n ? 'en' : '*']?.values
    return kind === 'dictionary' ? values?.hello : values?.title
  })
}

/** @param layouts those of the models; `file` is one of them */
export function everyKindCases(name: string, layouts: readonly Layout[]): void {
  beforeEach(async () => {
    model = await scriptedModel([])
    server = await startTestServer()
    await useModel(server, model.url)
    projectId = (await firstProject(server)).id
    repository = repositoryAt(await testGit(), repositoryPath(server.config.dataDir, projectId))
  })
  afterEach(async () => {
    await server.close()
    await model.close()
  })

  test(name, async () => {
    const models = createModels(layouts)
    await run('init_project', {
      locales: ['en', 'tr'],
      domains: ['site'],
      publishEdits: 'atOnce',
      models: [target, { ...target, id: 'other' }],
    })
    for (const each of models) await run('save_model', each)
    const byId = (data: object) => ({ model: 'target', data })
    await run('save_content', byId({ one: { title: 'One' }, two: { title: 'Two' } }))
    const sync = () => server.call('POST', `/api/projects/${projectId}/content/sync`)
    await sync()
    const titled = (values: object, title: string) => ({ ...values, title })
    for (const { id: modelId, kind, i18n = false } of models) {
      const values = valuesOf(kind === 'document' ? fields : { ...fields, ...inside })
      const save = (named: string, more: object = {}) => {
        const data = titled(values, named)
        if (kind === 'dictionary')
          return run('save_content', { model: modelId, data: { hello: named, bye: `${named}!` }, ...more })
        if (kind === 'document')
          return run('save_content', { model: modelId, slug: 'first', body: '# A\n\nText', data, ...more })
        return run('save_content', { model: modelId, data: kind === 'collection' ? { first: data } : data, ...more })
      }
      await save('Bread')
      if (i18n) await save('Ekmek', { locale: 'tr' })
      const edited = await save('Cakes')
      await sync()
      expect(await server.services.documents.undo(edited.changeSetId, { kind: 'hand', userId: 'x' })).toMatchObject({
        ok: true,
      })
    }
    await sync()
    await run('update_status', { model: 'collection-file', entryIds: ['first'], status: 'published' })
    await run('renameEntry', { model: 'target', entryId: 'two', newId: 'second' })
    await run('vocabulary', { terms: { studio: { en: 'Studio' } } })
    await run('saveSettings', { branchRetention: 7, branchWarnLimit: 20 })
    await run('setRoute', { model: 'collection-file', route: 'blog' })
    await sync()
    const title = ({ id, kind }: ModelFile, text: string) => {
      if (kind === 'dictionary') return { model: id, data: { hello: text, bye: `${text}!` } }
      if (kind === 'document') return { model: id, slug: 'first', data: { title: text } }
      return { model: id, data: kind === 'singleton' ? { title: text } : { first: { title: text } } }
    }
    // An agent's run over all of them, taken back.
    model.add(
      models.map((each) => ['content.save_content', title(each, 'By the agent')]),
      [['content.update_status', { model: 'document-file', entryIds: ['first'], status: 'published' }]],
    )
    const session = await newSession(server, { scope: 'content' })
    const runId = await startRun(server, session, 'Name them all')
    await ended(server, session)
    await sync()
    expect(await titlesAt(models, 'refs/heads/contentrain')).toEqual(models.map(() => 'By the agent'))
    const undone = await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/undo`)
    expect(undone).toMatchObject({ body: { state: 'undone', kept: [] } })
    await sync()
    // All of them are written past the operations: what their model refuses stays out of the repository until it is whole again.
    for (const each of models) await typeInto(each, 'Typed')
    await sync()
    expect(await titlesAt(models, 'refs/heads/contentrain')).toEqual(models.map(() => 'Typed'))
    for (const each of models) if (each.kind !== 'dictionary') await typeInto(each, '')
    await run('save_content', byId({ three: { title: 'Three' } }))
    await sync()
    expect(await titlesAt(models, 'refs/heads/contentrain')).toEqual(models.map(() => 'Typed'))
    for (const each of models) await typeInto(each, 'Bread')
    await run('delete_content', { model: 'target', entryIds: ['three'] })
    await sync()
    expect(await titlesAt(models, 'refs/heads/contentrain')).toEqual(models.map(() => 'Bread'))
    // A branch over all of them that is merged, and its merge taken back.
    const { branchId, branch } = await createBranch()
    for (const each of models) await run('save_content', title(each, 'Proposed'), { focus: { branchId } })
    await sync()
    expect(await titlesAt(models, `refs/heads/${branch}`)).toEqual(models.map(() => 'Proposed'))
    const merged = await run('merge_branch', { branch })
    await sync()
    expect(await titlesAt(models, 'refs/heads/contentrain')).toEqual(models.map(() => 'Proposed'))
    expect(await server.services.documents.undo(merged.changeSetId, { kind: 'hand', userId: 'x' })).toMatchObject({
      ok: true,
    })
    await run('reject_branch', { branch })
    await run('fixContent', {})
    await sync()

    // Those of the branch too.
    const commits = (await git('rev-list', '--reverse', '--all')).split('\n')
    expect(commits.length).toBeGreaterThan(2 * models.length)
    expect(await git('log', '--format=%s', 'refs/heads/contentrain')).toContain('Name them all')
    for (const commit of commits) {
      const { after } = await contentFiles(repository, commit)
      expect(checkFiles(after)).toEqual([])
    }
    const { after } = await contentFiles(repository, await git('rev-parse', 'refs/heads/contentrain'))
    const read = new Map(readFiles(after).entries.map((entry) => [entry.model, entry]))
    for (const { id, kind, i18n = false } of models) {
      const own = titled(valuesOf(kind === 'document' ? fields : { ...fields, ...inside }), 'Bread')
      const values = kind === 'dictionary' ? { bye: 'Bread!', hello: 'Bread' } : own
      const moved = { friends: ['one', 'second'] }
      const body = kind === 'document' ? { body: '# A\n\nText' } : {}
      const expected = kind === 'dictionary' ? values : { ...values, ...moved, ...body }
      expect([id, read.get(id)?.locales[i18n ? 'en' : '*']?.values]).toEqual([id, expected])
    }
  })
}
