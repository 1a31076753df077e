import { createEntry, fromFile, type ModelFile, setConfig, writeMeta, writeModel, writeValues } from '@atelier/content'
import type { Draft, Json } from '@atelier/documents'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addContentProject, type ContentServer, editContent, openContent } from '../../testing/contentServer.ts'
import { testDatabases } from '../../testing/databases.ts'
import { PROJECT } from '../../testing/documents.ts'
import { gitText, testGit } from '../../testing/git.ts'
import { repositoryPath } from './bareRepository.ts'

const BOB = { kind: 'hand', userId: 'bob' } as const
const ref = 'refs/heads/contentrain'

const modelOf = (kind: 'collection' | 'document' | 'singleton'): ModelFile => ({
  id: 'post',
  name: 'Post',
  kind,
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: { title: { type: 'string', required: true, max: 20 }, price: { type: 'string' } },
})
type Values = Record<string, Json>

describe.each(testDatabases())('languages that settle by themselves in a repository, on $name', ({ place }) => {
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

  test.each(['collection', 'document', 'singleton'] as const)(
    'an unfinished language of a %s keeps its values in the files, and all else is written',
    async (kind) => {
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
    },
  )
})
