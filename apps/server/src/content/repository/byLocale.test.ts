import { join } from 'node:path'
import { createEntry, fromFile, type ModelFile, setConfig, writeMeta, writeModel, writeValues } from '@atelier/content'
import type { Draft, Json } from '@atelier/documents'
import { repositoryAt, repositoryPath, writeCommits } from '@atelier/repository'
import { queryBuilder, rowsOf } from '@atelier/streams'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bySuite } from '../../../../../scripts/testing/runs.ts'
import { addContentProject, type ContentServer, editContent, openContent } from '../../../testing/contentServer.ts'
import { databasesBySuite } from '../../../testing/databases.ts'
import { PROJECT } from '../../../testing/documents.ts'
import { commitWith, gitText, testGit } from '../../../testing/git.ts'
import type { Tables } from '../../database/tables.ts'

const BOB = { kind: 'hand', userId: 'bob' } as const
const ref = 'refs/heads/contentrain'

const modelOf = (kind: ModelFile['kind']): ModelFile => ({
  id: 'post',
  name: 'Post',
  kind,
  domain: 'blog',
  i18n: true,
  ...(kind === 'dictionary'
    ? {}
    : {
        title_field: 'title',
        fields: { title: { type: 'string', required: true, max: 20 }, price: { type: 'string' } },
      }),
})
type Values = Record<string, Json>

/** The files as others have written them: only the title of the second language, or only that of another entry. */
function filesOf(kind: ModelFile['kind']): Record<string, string> {
  const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`
  const place = '.contentrain/content/blog/post'
  const common = {
    '.contentrain/config.json': json({
      domains: ['blog'],
      locales: { default: 'en', supported: ['en', 'tr'] },
      stack: 'other',
      version: 1,
      workflow: 'auto-merge',
    }),
    '.contentrain/models/post.json': json(modelOf(kind)),
  }
  const [en, tr] = [{ price: '5', title: 'One' }, { title: 'Bir' }]
  if (kind === 'document')
    return {
      ...common,
      [`${place}/one/en.md`]: '---\nslug: one\nprice: "5"\ntitle: One\n---\n\nText\n',
      [`${place}/one/tr.md`]: '---\nslug: one\ntitle: Bir\n---\n',
    }
  const all = kind === 'collection' ? [{ one: en }, { one: tr }] : [en, tr]
  return { ...common, [`${place}/en.json`]: json(all[0] ?? {}), [`${place}/tr.json`]: json(all[1] ?? {}) }
}

const entriesOf = ({ database }: ContentServer) =>
  queryBuilder<Tables>(database.dialect).selectFrom('content_entries').select('document_id')

describe.each(databasesBySuite())('languages that settle by themselves in a repository, on $name', ({ place }) => {
  let where: Awaited<ReturnType<typeof place>>
  let server: ContentServer

  beforeEach(async () => {
    where = await place()
    server = await openContent(where, 'one')
    await addContentProject(server)
  })
  afterEach(async () => {
    await server.close()
    where.remove()
  })

  const text = async (...args: string[]) => gitText(await testGit(), repositoryPath(where.dataDir, PROJECT), ...args)
  const flush = () => server.repositories.flush(PROJECT)
  const setUp = (model: ModelFile) =>
    editContent(server, BOB, 'Set up', async (drafts) => {
      const draft = drafts.create('schema', 'content')
      const locales = { default: 'en', supported: ['en', 'tr'] }
      setConfig(draft, { version: 1, stack: 'other', workflow: 'auto-merge', locales, domains: ['blog'] })
      writeModel(draft, model)
    })
  const write = (model: ModelFile, values: Record<string, Values>, more: (draft: Draft) => void = () => {}) =>
    editContent(server, BOB, 'Write', async (drafts) => {
      const draft = (await drafts.open('entry')) ?? drafts.create('entry', 'entry')
      if (!draft.has('entry')) createEntry(draft, { model: 'post', id: model.kind === 'singleton' ? 'main' : 'one' })
      for (const [locale, own] of Object.entries(values)) writeValues(draft, fromFile(model), locale, own)
      more(draft)
    })
  /** The texts of all files, by path. */
  async function files() {
    const names = (await text('ls-tree', '-r', '--name-only', ref)).split('\n')
    const found: Record<string, string> = {}
    for (const name of names) found[name] = await text('show', `${ref}:${name}`)
    return found
  }
  const under = (all: Record<string, string>, folder: 'content' | 'meta', locale: string) =>
    Object.entries(all).flatMap(([name, each]) =>
      name.startsWith(`.contentrain/${folder}/`) && name.includes(`/${locale}.`) ? [each] : [],
    )

  test.each(
    bySuite<readonly ('collection' | 'document' | 'singleton')[]>(
      ['collection'],
      ['collection', 'document', 'singleton'],
    ),
  )('an unfinished language of a %s keeps its values in the files, and all else is written', async (kind) => {
    const model = modelOf(kind)
    await setUp(model)
    await write(model, { en: { title: 'One', price: '5' }, tr: { title: 'Bir', price: '6' } }, (draft) => {
      for (const locale of ['en', 'tr']) writeMeta(draft, locale, { status: 'published' })
    })
    await flush()
    const before = await files()
    await write(model, { tr: { title: 'far too long for a title' } })
    expect(await flush()).toMatchObject({ commits: 0 })
    await write(model, { en: { title: 'Two' } }, (draft) => void writeMeta(draft, 'tr', { status: 'archived' }))
    await flush()
    const after = await files()
    expect(under(after, 'content', 'tr')).toEqual(under(before, 'content', 'tr'))
    expect(under(after, 'content', 'en').join()).toContain('Two')
    expect(under(after, 'meta', 'tr').join()).toContain('archived')
    expect(under(after, 'meta', 'en').join()).toContain('published')

    // The price becomes a number while the title is not finished: what was settled last goes along.
    const { price: _, title } = model.fields ?? {}
    const changed: ModelFile = { ...model, fields: { ...(title ? { title } : {}), price: { type: 'number' } } }
    await editContent(server, BOB, 'Change the model', async (drafts) => {
      const draft = await drafts.open('schema')
      if (draft) writeModel(draft, changed)
    })
    await write(changed, { en: { price: 5 } })
    await flush()
    const { findings = [] } = (await server.repositories.check(PROJECT)) ?? {}
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(under(await files(), 'content', 'tr').join()).toMatch(/"?price"?: 6\b/)

    await write(changed, {}, (draft) => draft.set('deleted', true))
    await flush()
    expect(
      under(await files(), 'content', 'tr')
        .join()
        .trim(),
    ).toMatch(/^(?:\{\})?$/)
  })

  test.each(
    bySuite<readonly ('collection' | 'document' | 'singleton' | 'dictionary')[]>(
      ['document'],
      ['collection', 'document', 'singleton', 'dictionary'],
    ),
  )('one word of a %s that others have translated in part is one line in the files', async (kind) => {
    const git = await testGit()
    const path = join(where.dataDir, 'there.git')
    await gitText(git, where.dataDir, 'init', '--quiet', '--bare', '--initial-branch=contentrain', path)
    const changes = Object.entries(filesOf(kind)).map(([file, bytes]) => ({ path: file, bytes }))
    const outcome = await writeCommits(repositoryAt(git, path), [commitWith(changes, { ref })])
    expect(outcome).toMatchObject({ ok: true })
    const connected = await server.repositories.connect(PROJECT, { url: `file://${path}` })
    expect(connected).toMatchObject({ ok: true })
    const edit = (locale: string, values: Values) =>
      editContent(server, BOB, 'Edit', async (drafts) => {
        const [row] = await server.database.read(rowsOf(entriesOf(server)))
        const draft = row && (await drafts.open(row.document_id))
        if (draft) writeValues(draft, fromFile(modelOf(kind)), locale, values)
      })
    const changedLines = async (from: string) => {
      const diff = await text('diff', '--unified=0', from, ref, '--', '.contentrain/content')
      return diff.split('\n').filter((line) => /^[-+](?![-+])/.test(line))
    }
    const before = await text('rev-parse', ref)
    await edit('en', { price: '7' })
    await flush()
    const lines = await changedLines(before)
    expect(lines).toHaveLength(2)
    expect(lines.every((line) => line.includes('price'))).toBe(true)
    expect(await text('diff', '--name-only', before, ref, '--', '.contentrain/content')).not.toContain('tr.')
    // Only of what source the translation is has to be kept now.
    expect(await text('show', `${ref}:.contentrain/atelier.json`)).not.toContain('standIn')
  })
})
