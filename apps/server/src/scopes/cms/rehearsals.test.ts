import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, newSession, startRun } from '../../../testing/ai.ts'
import { ended, operate, questions, titles } from '../../../testing/approvals.ts'
import { png, upload } from '../../../testing/media.ts'
import { startTestServer, type TestServer, withoutGit } from '../../../testing/server.ts'

const Uploaded = Type.Object({ id: Type.String(), path: Type.String() })
const Slug = Type.Object({ projects: Type.Array(Type.Object({ slug: Type.String() })) })

let server: TestServer
let projectId = ''
beforeAll(async () => {
  server = await startTestServer({}, { git: withoutGit })
  projectId = (await firstProject(server)).id
})
afterAll(() => server.close())

const call = async (name: string, input: object) => (await operate(server, `cms.${name}`, input)).body

/** A conversation without a model, up to the end of its run or its question. */
async function played(prompt: string) {
  const id = await newSession(server, { scope: 'cms', credentialId: 'rehearsal' })
  await startRun(server, id, prompt)
  return id
}

const lastWords = ({ messages }: Awaited<ReturnType<typeof ended>>) =>
  messages.findLast(({ role }) => role === 'assistant')

async function published(path: string): Promise<string> {
  expect(await server.call('POST', `/api/projects/${projectId}/publish`)).toMatchObject({ status: 201 })
  const { projects } = Value.Parse(Slug, (await server.call('GET', '/api/projects')).body)
  const host = `${projects[0]?.slug}.localhost`
  return (await server.sites.request(new URL(path, `http://${host}/`), { headers: { host } })).text()
}

test('a news post with a picture is written on a site without posts, and is online once published', async () => {
  const read = await ended(server, await played('Write a news post about our new bread, with a picture'))
  expect(read.runs).toMatchObject([{ status: 'complete', provider: 'rehearsal' }])
  expect(JSON.stringify(lastWords(read))).toContain('is written as a draft, with a picture')
  expect(await call('getPost', { postSlug: 'our-new-bread' })).toMatchObject({
    ok: true,
    data: { post: { status: 'draft', featuredImage: expect.stringMatching(/^media\//) } },
  })
  expect(await call('publishPost', { postSlug: 'our-new-bread' })).toMatchObject({ ok: true })
  const html = await published('/blog/our-new-bread/')
  expect(html).toContain('There is news about our new bread.')
  expect(html).toMatch(/<img class="entry-picture" src="[^"]*media\//)
})

test('a page is made of the sections that are named, and is published', async () => {
  const read = await ended(server, await played('Make a new page “Catering” from sections: hero, prices, questions'))
  expect(read.runs).toMatchObject([{ status: 'complete' }])
  expect(await titles(server)).toContain('Catering')
  const html = await published('/catering/')
  expect(html).toContain('>Catering</h1>')
  expect(html).toMatch(/Prices<\/h2>[\s\S]*Questions<\/h2>/)
})

test('a page leaves the navigation of every page', async () => {
  const added = await call('addNavigationItem', { label: 'Summer menu', href: '/summer' })
  expect(added).toMatchObject({ ok: true })
  const read = await ended(server, await played('Take the summer menu out of the navigation'))
  expect(read.runs).toMatchObject([{ status: 'complete' }])
  expect(JSON.stringify(lastWords(read))).toContain('no longer in the navigation')
  expect(JSON.stringify(await call('getNavigation', {}))).not.toContain('Summer')
})

test('a picture is replaced on pages and in entries after a typed yes, and an undo gives all of it back', async () => {
  const add = async (name: string, colour: [number, number, number]) =>
    Value.Parse(Uploaded, (await upload(server, projectId, name, png(30, 20, colour))).body)
  const old = await add('oven.png', [1, 2, 3])
  const next = await add('counter.png', [9, 8, 7])
  const page = await call('createPageWithContent', {
    name: 'Oven',
    sections: [{ sectionKey: 'hero', content: { image: { src: `/${old.path}`, alt: 'The oven' } } }],
  })
  expect(page).toMatchObject({ ok: true })
  expect(
    await call('updatePost', {
      postSlug: 'our-new-bread',
      updates: { featuredImage: old.id, content: { body: `Look: ![The oven](/${old.path})` } },
    }),
  ).toMatchObject({ ok: true })
  const before = [await published('/oven/'), await call('getPost', { postSlug: 'our-new-bread' })]

  const sessionId = await played('Replace the picture “oven.png” with “counter.png” everywhere')
  const [asked] = await questions(server, sessionId)
  expect(asked?.message).toMatch(
    /counter\.png.*in place of.*oven\.png.*in 3 places: Oven: <img> src, post\/our-new-bread/,
  )
  await startRun(server, sessionId, 'yes', { whenBusy: 'steer' })
  const read = await ended(server, sessionId)
  expect(await published('/oven/')).toContain(next.path)
  expect(await call('getPost', { postSlug: 'our-new-bread' })).toMatchObject({
    data: { post: { featuredImage: next.path, content: { body: `Look: ![](/${next.path})` } } },
  })
  const runId = read.runs[0]?.id
  const undone = await server.call('POST', `/api/ai/sessions/${sessionId}/runs/${runId}/undo`)
  expect(undone).toMatchObject({ status: 200, body: { state: 'undone' } })
  const after = [await published('/oven/'), await call('getPost', { postSlug: 'our-new-bread' })]
  expect(after[0]).toBe(before[0])
  expect(fieldsOf(after[1])).toEqual(fieldsOf(before[1]))
})

const Fields = Type.Object({ data: Type.Object({ post: Type.Object({ fields: Type.Unknown() }) }) })
const fieldsOf = (body: unknown) => Value.Parse(Fields, body).data.post.fields
