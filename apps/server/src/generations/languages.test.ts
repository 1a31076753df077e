import { readPlan, readProgress, rehearseBlueprint, rehearseSite } from '@atelier/generate'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import type { Call } from '../../testing/approvals.ts'
import { bakery, generationScene, hasResults, projectScene } from '../../testing/generations.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const several = `${bakery} The site is in English, German and Arabic.`

/** Every page that is reached from an address by links of the site, as published. */
async function crawl(server: TestServer, slug: string, start: readonly string[]) {
  const host = `${slug}.localhost`
  const found = new Map<string, { status: number; html: string }>()
  const left = [...start]
  for (let address = left.pop(); address !== undefined; address = left.pop()) {
    if (found.has(address)) continue
    const answer = await server.sites.request(new URL(address, `http://${host}/`), { headers: { host } })
    const html = answer.headers.get('content-type')?.startsWith('text/html') ? await answer.text() : ''
    found.set(address, { status: answer.status, html })
    for (const [, href = ''] of html.matchAll(/<a [^>]{0,500}?href="(\/[^"#?]{0,300})/g)) left.push(href)
  }
  return found
}

const openTag = (html = '') => /<html[^>]{0,300}>/.exec(html)?.[0]

test('a rehearsal keeps the languages that are its own, says in one sentence which it leaves out, and links the pages of both', {
  timeout: 400_000,
}, async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const { project, slug, plan: begin, call, until } = await projectScene(server)
  const { id, documentId } = await begin({ brief: several })
  const view = await server.services.documents.inProject(project).open(documentId)
  if (!view) return expect.fail('There is no plan')
  const { site, pages } = readPlan(view)
  expect([site.language, site.languages]).toEqual(['en', ['de']])
  expect(readProgress(view).parts.get('generate')?.why).toBe(
    'A rehearsal writes only English and German, so Arabic is left out: add a model to have it written.',
  )
  const translated = pages.filter(({ translation }) => translation)
  expect(translated.map(({ filename }) => filename)).toContain('de.html')
  expect(translated).toHaveLength(pages.length / 2)
  const edits = ['menu.html', 'contact.html'].map((page) => ({ action: 'remove', on: 'page', page }))
  const edited = await server.call('POST', `/api/projects/${project}/operations/generate.editPlan`, {
    input: { edits },
    documentId,
  })
  expect(edited.body).toMatchObject({ ok: true })
  expect(readPlan(view).pages.map(({ filename }) => filename)).toEqual([
    'index.html',
    'about.html',
    'de.html',
    'de/about.html',
  ])
  await call(`${id}/start`, {})
  const { parts } = await until(id, 'complete')
  expect(new Set(parts.flatMap(({ file, state }) => (file === undefined ? [] : [state])))).toEqual(new Set(['stands']))
  // Sentences of the brief are not translated by a script, and that is a problem of each such page.
  expect(parts.find(({ file }) => file === 'de.html')?.problems?.join()).toContain('not translated yet')
  expect(parts.find(({ file }) => file === 'index.html')?.problems).toBeUndefined()

  expect(await server.call('POST', `/api/projects/${project}/publish`)).toMatchObject({ status: 201 })
  const found = await crawl(server, slug, ['/'])
  expect([...found].filter(([, { status }]) => status !== 200)).toEqual([])
  expect([...found.keys()]).toEqual(expect.arrayContaining(['/', '/de/', '/about/', '/de/about/']))
  expect(openTag(found.get('/de/about/')?.html)).toContain('lang="de"')
  expect(found.get('/de/')?.html).toContain('>Über uns<')
  expect(found.get('/')?.html).toContain('>About<')
  expect(found.get('/about/')?.html).toMatch(/<link rel="alternate"[^>]*hreflang="de"/)
  for (const [address, { html }] of found) {
    expect([address, html.match(/<header\b/g)?.length]).toEqual([address, 1])
    const isGerman = address.startsWith('/de/')
    expect([address, openTag(html)?.includes(`lang="${isGerman ? 'de' : 'en'}"`)]).toEqual([address, true])
  }
})

const Sent = Type.Object({
  messages: Type.Array(Type.Object({ role: Type.String(), content: Type.Unknown() })),
})
const Use = Type.Object({
  type: Type.Literal('tool_use'),
  name: Type.String(),
  input: Type.Object({ pageId: Type.String() }),
})
const Text = Type.Object({
  nodeId: Type.String(),
  attribute: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
})
const Listed = Type.Object({ texts: Type.Array(Text) })

/** The texts of a result of listStaleTexts, wherever in it they are. */
function textsIn(content: unknown): Type.Static<typeof Text>[] {
  if (Value.Check(Listed, content)) return content.texts
  if (typeof content === 'string') {
    const [start, end] = [content.indexOf('{'), content.lastIndexOf('}')]
    try {
      return start < 0 ? [] : textsIn(JSON.parse(content.slice(start, end + 1)))
    } catch {
      return []
    }
  }
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(textsIn) : []
}

/** Answers of a model that translates every text by the same two words. */
function translates(body: string): Call[] | string {
  const { messages } = Value.Parse(Sent, JSON.parse(body))
  if (!hasResults({ body })) {
    const prompt = JSON.stringify(messages[0]?.content)
    const ids = [...prompt.matchAll(/- ([\w-]{5,60}): the (?:page|header)/g)].map(([, id = '']) => id)
    return ids.map((pageId): Call => ['listStaleTexts', { pageId, whole: true }])
  }
  const asked = messages.at(-2)?.content
  const uses = Array.isArray(asked) ? asked.filter((each) => Value.Check(Use, each)) : []
  if (uses[0]?.name !== 'listStaleTexts') return 'Translated.'
  const results = messages.at(-1)?.content
  return (Array.isArray(results) ? results : []).flatMap((result, at): Call[] => {
    const texts = textsIn(result).map(({ nodeId, attribute }) => ({
      nodeId,
      ...(attribute === undefined ? {} : { attribute }),
      text: 'خبز طازج',
    }))
    return texts.length === 0 ? [] : [['updateTranslation', { pageId: uses[at]?.input.pageId ?? '', texts }]]
  })
}

test('a model translates each page by the locale of the page: right to left whole, every link answers, all is done', {
  timeout: 400_000,
}, async () => {
  const whole = rehearseBlueprint(bakery)
  const kept = (file: string) => file === 'index.html' || file === 'about.html'
  const blueprint = {
    ...whole,
    languages: ['ar'],
    pages: whole.pages.filter(({ filename }) => kept(filename)),
    sharedComponents: {
      ...whole.sharedComponents,
      navLinks: whole.sharedComponents.navLinks.filter(({ href }) => kept(href)),
    },
  }
  const files = rehearseSite(blueprint)
  const scene = await generationScene((request) => {
    if (request.body.includes('You translate the texts')) return translates(request.body)
    if (request.step === 'generate') return [['blueprint', blueprint]]
    if (hasResults(request)) return undefined
    if (request.step === 'pages') return [['writeFile', { filename: request.file, content: files[request.file] }]]
    const isStep = (name: string) =>
      request.step === 'components' ? name.startsWith('_components/') : name === 'styles.css'
    return [['writeFiles', { files: Object.fromEntries(Object.entries(files).filter(([name]) => isStep(name))) }]]
  })
  onTestFinished(scene.close)
  const { server, project, slug, plan: begin, call, until, bytes } = scene
  const before = await bytes()
  const { id, parts: planned } = await begin()
  expect(planned.flatMap(({ file }) => (file?.startsWith('ar') ? [file] : []))).toHaveLength(blueprint.pages.length)
  await call(`${id}/start`, {})
  const { parts } = await until(id, 'complete')
  expect(parts.flatMap(({ file, state, problems }) => (file?.startsWith('ar') ? [[state, problems]] : []))).toEqual(
    blueprint.pages.map(() => ['stands', undefined]),
  )
  expect(await server.call('POST', `/api/projects/${project}/publish`)).toMatchObject({ status: 201 })
  const found = await crawl(server, slug, ['/ar/'])
  expect([...found].filter(([, { status }]) => status !== 200)).toEqual([])
  const arabic = [...found].filter(([address]) => address.startsWith('/ar/'))
  expect(arabic).toHaveLength(blueprint.pages.length)
  for (const [address, { html }] of arabic) {
    expect([address, openTag(html)]).toEqual([address, '<html lang="ar" dir="rtl">'])
    expect(html).toMatch(/<a href="\/[a-z/]{0,20}" hreflang="en" lang="en">English<\/a>/)
    expect(html).toContain('hreflang="x-default"')
  }
  expect(await call(`${id}/undo`)).toMatchObject({ generation: { undone: true }, kept: [] })
  expect(await bytes()).toBe(before)
})
