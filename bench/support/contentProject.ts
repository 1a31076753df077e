import { startTestServer, type TestServer } from '../../apps/server/testing/server.ts'

export const words =
  'bread oven flour water salt baker morning street river garden window market stone paper light cloud winter summer honey apple pear cherry lemon olive basil butter cheese coffee table'.split(
    ' ',
  )

const AT_ONCE = 500

/** A server on SQLite whose data stay in a folder of the caller's; remotes on this machine can be reached. */
export const contentServer = (dataDir: string): Promise<TestServer> =>
  startTestServer({ ATELIER_DATA: dataDir, ATELIER_OPEN_REMOTES: '1' })

interface Answer {
  data: { id?: string; branch?: string }
}

export type Call = (name: string, input: object, focus?: object) => Promise<Answer>

/** Calls operations on content over HTTP, as the owner. */
export function caller(server: TestServer, projectId: string): Call {
  return async (name, input, focus = {}) => {
    const path = `/api/projects/${projectId}/operations/content.${name}`
    const body = (await server.call('POST', path, { input, focus })).body as { ok?: boolean } & Partial<Answer>
    if (!body.ok || !body.data) throw new Error(`${name}: ${JSON.stringify(body).slice(0, 500)}`)
    return { data: body.data }
  }
}

/** Content with authors and posts in two locales; a post has a title that is unique, a text, tags and an author. */
export async function setUpBlog(call: Call): Promise<void> {
  await call('init_project', { stack: 'other', locales: ['en', 'tr'], domains: ['blog'] })
  await call('save_model', {
    id: 'author',
    name: 'Author',
    kind: 'collection',
    domain: 'blog',
    i18n: false,
    title_field: 'name',
    fields: { name: { type: 'string', required: true } },
  })
  await call('save_model', {
    id: 'post',
    name: 'Post',
    kind: 'collection',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    fields: {
      title: { type: 'string', required: true, unique: true },
      text: { type: 'markdown' },
      tags: { type: 'array', items: 'string' },
      author: { type: 'relation', model: 'author' },
    },
  })
  await call('save_content', { model: 'author', data: { ann: { name: 'Ann' } } })
}

export async function writePosts(call: Call, count: number): Promise<void> {
  for (const locale of ['en', 'tr'])
    for (let from = 0; from < count; from += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at)
      const data = Object.fromEntries(numbers.map((n) => [`post-${n}`, entryOf(n, locale)]))
      await call('save_content', { model: 'post', locale, data })
    }
}

function entryOf(n: number, locale: string) {
  const text = Array.from({ length: 40 }, (_, at) => words[(n * 31 + at * at) % words.length]).join(' ')
  return {
    title: `${words[n % words.length]} ${words[(n * 3) % words.length]} ${n} ${locale}`,
    text: `${text}\n\n${text}`,
    tags: [words[n % 7], words[n % 11]],
    author: 'ann',
  }
}

/** Gives posts other titles on a branch of their own. @returns the name of the branch */
export async function branchWith(call: Call, numbers: readonly number[]): Promise<string> {
  const { data } = await call('createBranch', { title: `${numbers.length} posts` })
  if (data.branch === undefined) throw new Error('The branch has no name')
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const some = numbers.slice(from, from + AT_ONCE)
    const values = Object.fromEntries(some.map((n) => [`post-${n}`, { title: `Merged ${numbers.length} ${n}` }]))
    await call('save_content', { model: 'post', locale: 'en', data: values }, { branchId: data.id })
  }
  return data.branch
}

/** Resolves when the last change is in the repository. */
export async function written({ services }: TestServer, projectId: string): Promise<void> {
  for (let at = 0; at < 3_000; at += 1) {
    const status = await services.repositories.status(projectId)
    if (!status || status.state === 'unavailable') throw new Error('There is no git here.')
    if (status.written >= status.seq) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The repository was not written within a minute.')
}
