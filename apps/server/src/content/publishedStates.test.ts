import { checkFiles, type FieldDefinition } from '@atelier/content'
import { contentFiles, repositoryAt, repositoryPath } from '@atelier/repository'
import * as fc from 'fast-check'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bySuite } from '../../../../scripts/testing/runs.ts'
import { databasesBySuite } from '../../testing/databases.ts'
import { gitText, testGit } from '../../testing/git.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Answer = Type.Object({
  ok: Type.Boolean(),
  data: Type.Optional(Type.Unknown()),
  changeSetId: Type.Optional(Type.String()),
})
const CONTENT = 'refs/heads/contentrain'

/** A field of every type, and three values of it. */
const fields: Record<string, [definition: FieldDefinition, ...values: unknown[]]> = {
  title: [{ type: 'string', required: true }, 'One', 'Two', 'Three'],
  words: [{ type: 'text' }, 'a', 'b', 'c'],
  mail: [{ type: 'email' }, 'a@example.test', 'b@example.test', 'c@example.test'],
  link: [{ type: 'url' }, 'https://a.test', 'https://b.test', 'https://c.test'],
  short: [{ type: 'slug' }, 'a', 'b', 'c'],
  paint: [{ type: 'color' }, '#111111', '#222222', '#333333'],
  call: [{ type: 'phone' }, '+901', '+902', '+903'],
  source: [{ type: 'code' }, 'let a = 1', 'let b = 1', 'let c = 1'],
  sign: [{ type: 'icon' }, 'heart', 'star', 'sun'],
  story: [{ type: 'markdown' }, 'One\n\nTwo', 'One\n\nThree', 'Four'],
  rich: [{ type: 'richtext' }, '<p>One</p>', '<p>One</p><p>Two</p>', '<p>Three</p>'],
  amount: [{ type: 'number' }, 1, 2, 3],
  count: [{ type: 'integer' }, 1, 2, 3],
  price: [{ type: 'decimal' }, 1.5, 2.5, 3.5],
  share: [{ type: 'percent' }, 1, 2, 3],
  stars: [{ type: 'rating', max: 5 }, 1, 2, 3],
  shown: [{ type: 'boolean' }, true, false, true],
  day: [{ type: 'date' }, '2026-01-01', '2026-01-02', '2026-01-03'],
  at: [{ type: 'datetime' }, '2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z', '2026-01-03T10:00:00Z'],
  picture: [{ type: 'image' }, '/media/a.png', '/media/b.png', '/media/c.png'],
  film: [{ type: 'video' }, '/media/a.mp4', '/media/b.mp4', '/media/c.mp4'],
  paper: [{ type: 'file' }, '/media/a.pdf', '/media/b.pdf', '/media/c.pdf'],
  friend: [{ type: 'relation', model: 'target' }, 'one', 'two', 'three'],
  friends: [{ type: 'relations', model: 'target' }, ['one'], ['one', 'two'], ['three']],
  size: [{ type: 'select', options: ['s', 'm', 'l'] }, 's', 'm', 'l'],
  tags: [{ type: 'array', items: 'string' }, ['a'], ['a', 'b'], ['c']],
  nested: [
    { type: 'object', fields: { street: { type: 'string' } } },
    { street: 'A' },
    { street: 'B' },
    { street: 'C' },
  ],
}
const names = Object.keys(fields)
const languages = ['en', 'tr'] as const
type Language = (typeof languages)[number]
type Values = Record<string, unknown>

/** One act of a person or a program. `value` counts from 0; null clears. */
type Act =
  | {
      what: 'edit' | 'edit and undo' | 'merge' | 'merge and undo'
      locale: Language
      field: string
      value: number | null
    }
  | { what: 'publish' | 'publish and undo' | 'unpublish' | 'archive' | 'run and undo'; locale: Language }

const locale = fc.constantFrom(...languages)
const acts = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constantFrom<'edit' | 'edit and undo' | 'merge' | 'merge and undo'>(
          'edit',
          'edit',
          'edit and undo',
          'merge',
          'merge and undo',
        ),
        locale,
        field: fc.constantFrom(...names.slice(1)),
        value: fc.constantFrom(0, 1, 2, null),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constantFrom<'publish' | 'publish and undo' | 'unpublish' | 'archive' | 'run and undo'>(
          'publish',
          'publish',
          'publish and undo',
          'unpublish',
          'archive',
          'run and undo',
        ),
        locale,
      }),
    },
  ),
  { minLength: 6, maxLength: 14 },
)

describe.each(databasesBySuite())('what is published, on $name', (database) => {
  let server: TestServer
  let projectId = ''
  let key = ''
  let count = 0
  let place: Awaited<ReturnType<(typeof database)['place']>>

  const done = async (name: string, input: object, more: object = {}) => {
    const path = `/api/projects/${projectId}/operations/content.${name}`
    const answer = Value.Parse(Answer, (await server.call('POST', path, { input, ...more })).body)
    expect([name, input, answer]).toMatchObject([name, input, { ok: true }])
    return answer
  }
  const undo = async (id = '') => {
    const { body } = await server.call('POST', `/api/projects/${projectId}/changes/${id}/undo`)
    expect(body).toMatchObject({ kept: [] })
  }

  beforeAll(async () => {
    place = await database.place()
    const env: Record<string, string> = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }
    server = await startTestServer(env)
    const { body } = await server.call('POST', '/api/projects', { name: 'States' })
    projectId = Value.Parse(Type.Object({ id: Type.String() }), body).id
    const definitions = Object.fromEntries(Object.entries(fields).map(([name, [each]]) => [name, each]))
    await done('init_project', {
      locales: [...languages],
      domains: ['site'],
      publishEdits: 'wait',
      models: [
        { id: 'target', i18n: false, title_field: 'title', fields: { title: { type: 'string', required: true } } },
        { id: 'all', title_field: 'title', fields: definitions },
      ],
    })
    const targets = { one: { title: 'One' }, two: { title: 'Two' }, three: { title: 'Three' } }
    await done('save_content', { model: 'target', data: targets })
    await done('update_status', { model: 'target', entryIds: Object.keys(targets), status: 'published' })
    const made = (await server.call('POST', '/api/keys', { name: 'Front end' })).body
    key = Value.Parse(Type.Object({ key: Type.String() }), made).key
  })
  afterAll(async () => {
    await server.close()
    place.remove()
  })

  /** An entry, and what somebody published of it in each language. */
  async function createEntry() {
    count += 1
    const id = `entry-${count}`
    const first = Object.fromEntries(Object.entries(fields).map(([name, [, value]]) => [name, value]))
    const live: Record<Language, Values> = { en: { ...first }, tr: { title: 'Bir', words: 'tr' } }
    const published: Partial<Record<Language, Values>> = {}
    const save = (values: object, at: Language, more: object = {}) =>
      done('save_content', { model: 'all', locale: at, data: { [id]: values } }, more)
    const status = (to: string, at: Language, more: object = {}) =>
      done('update_status', { model: 'all', entryIds: [id], locale: at, status: to }, more)
    await save(live.en, 'en')
    await save(live.tr, 'tr')

    const valueIn = ({ field, value }: { field: string; value: number | null }) =>
      value === null ? null : fields[field]?.[value + 1]
    const edited = (values: Values, field: string, value: unknown) => {
      const { [field]: _, ...others } = values
      return value === null ? others : { ...others, [field]: value }
    }
    /** The values that visitors see: those of the source replace what a translation lacks. */
    const seen = (at: Language): Values | undefined => {
      const own = published[at]
      return own && at === 'tr' ? { ...(published.en ?? live.en), ...own } : own
    }

    async function act(each: Act): Promise<void> {
      const at = each.locale
      switch (each.what) {
        case 'edit':
        case 'edit and undo': {
          const value = valueIn(each)
          const { changeSetId } = await save({ [each.field]: value }, at)
          if (each.what === 'edit') live[at] = edited(live[at], each.field, value)
          else if (changeSetId) await undo(changeSetId)
          return
        }
        case 'merge':
        case 'merge and undo': {
          const value = valueIn(each)
          const branch = Object((await done('createBranch', { title: `Branch of ${id}` })).data)
          await save({ [each.field]: value }, at, { focus: { branchId: branch.id } })
          const { changeSetId } = await done('merge_branch', { branch: branch.branch })
          if (each.what === 'merge') live[at] = edited(live[at], each.field, value)
          else {
            await undo(changeSetId)
            await done('reject_branch', { branch: branch.branch })
          }
          return
        }
        case 'publish':
        case 'publish and undo': {
          const { changeSetId } = await status('published', at)
          if (each.what === 'publish') published[at] = live[at]
          else if (changeSetId) await undo(changeSetId)
          return
        }
        case 'run and undo': {
          // Several calls of one change set, as a run's are.
          const { changeSetId } = await save({ words: `run ${count}` }, at)
          const joined = changeSetId === undefined ? {} : { changeSetId }
          await status('published', at, joined)
          if (changeSetId) await undo(changeSetId)
          return
        }
        default:
          await status(each.what === 'archive' ? 'archived' : 'draft', at)
          delete published[at]
      }
    }

    async function check(): Promise<void> {
      for (const at of languages) {
        const path = `/api/content/v1/${projectId}/entries/all/${id}?fallback=none&locale=${at}`
        const { status: code, body } = await server.call('GET', path, undefined, { authorization: `Bearer ${key}` })
        expect([at, code === 404 ? undefined : Object(body).entry?.fields]).toEqual([at, seen(at)])
      }
    }

    /** The files of published languages, and the rows as they are derived anew. */
    async function checkFilesAndRows(): Promise<void> {
      await server.services.repositories.flush(projectId)
      const ours = repositoryAt(await testGit(), repositoryPath(server.config.dataDir, projectId))
      for (const at of languages) {
        const path = `.contentrain/content/site/all/${at}.json`
        const file = JSON.parse(await gitText(ours.git, ours.path, 'show', `${CONTENT}:${path}`))
        const own = published[at] ? seen(at) : { ...(published.en ?? live.en), ...live[at] }
        expect([at, file[id]]).toEqual([at, own])
      }
      for (const commit of (await gitText(ours.git, ours.path, 'rev-list', '-5', CONTENT)).split('\n'))
        expect(checkFiles((await contentFiles(ours, commit)).after)).toEqual([])
      const before = await rows()
      await server.services.database.transact(function* () {
        yield { sql: `update content_entries set stale = 1 where entry_id = '${id}'`, parameters: [] }
      })
      await server.services.settleAgain.rest()
      expect(await rows()).toEqual(before)
    }
    const rows = () =>
      server.services.database.read(
        (function* () {
          const columns = 'data, published, title, issues, next_at, held_until, updated_at, stale'
          const { rows: read } = yield {
            sql: `select ${columns} from content_entries where entry_id = '${id}'`,
            parameters: [],
          }
          return read
        })(),
      )
    return { act, check, checkFilesAndRows }
  }

  test('is what somebody published last in that language, of every type of field, for every reader', async () => {
    const entry = await createEntry()
    const step = async (each: Act) => {
      await entry.act(each)
      await entry.check()
    }
    await step({ what: 'publish', locale: 'en' })
    await step({ what: 'publish', locale: 'tr' })
    for (const field of names) await entry.act({ what: 'edit', locale: 'en', field, value: 1 })
    await entry.check()
    for (const what of ['merge', 'merge and undo', 'edit and undo'] as const)
      await step({ what, locale: 'tr', field: 'price', value: 2 })
    await entry.checkFilesAndRows()
    for (const what of ['run and undo', 'publish and undo', 'publish'] as const) await step({ what, locale: 'en' })
    await step({ what: 'archive', locale: 'tr' })
    await step({ what: 'publish', locale: 'tr' })
    await step({ what: 'unpublish', locale: 'en' })
    await entry.checkFilesAndRows()
  })

  test('is that after any acts', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        const entry = await createEntry()
        for (const each of all) {
          await entry.act(each)
          await entry.check()
        }
        await entry.checkFilesAndRows()
      }),
      { numRuns: bySuite(1, 12), endOnFailure: true },
    )
  }, 600_000)
})
