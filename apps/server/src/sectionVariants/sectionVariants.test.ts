import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { fakeProvider } from '../../testing/ai.ts'
import { type Answer, answer, useModel } from '../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Made = Type.Object({ id: Type.String() })
const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String() })) })
const Data = Type.Object({ ok: Type.Literal(true), data: Type.Unknown(), changeSetId: Type.Optional(Type.String()) })
const View = Type.Object({
  variantsId: Type.String(),
  nodeId: Type.String(),
  title: Type.String(),
  state: Type.String(),
  names: Type.Array(Type.String()),
  why: Type.Optional(Type.String()),
})

const section = `<section class="offers" data-block="offers"><div class="wrap"><h2>What we bake</h2><p>Rye and <a href="/">tarts</a>.</p><img src="/a.png" alt="A loaf"><ul><li>Rye</li><li>Tart</li></ul></div></section>`

async function scene(server: TestServer) {
  const made = await server.call('POST', '/api/projects', { name: 'Variants', starter: 'blank' })
  const { id: project } = Value.Parse(Made, made.body)
  const { body } = await server.call('GET', `/api/projects/${project}/pages`)
  const pageId = Value.Parse(Pages, body).pages[0]?.documentId ?? ''
  const call = async (name: string, input: object): Promise<unknown> =>
    (await server.call('POST', `/api/projects/${project}/operations/${name}`, { input })).body
  const done = async (name: string, input: object) => Value.Parse(Data, await call(name, input))
  await done('site.writeFile', {
    filename: 'index.html',
    content: `<!doctype html><html lang="en"><head><title>Home</title></head><body><main data-block="main"><section data-block="hero"><h1>Ferment</h1></section>${section}</main></body></html>`,
  })
  await done('site.applyCss', { css: '.offers { padding: 2rem; }\n.offers p { color: #222; }' })
  const file = async (name: string) =>
    Value.Parse(Type.Object({ content: Type.String() }), (await done('site.readFile', { file: name })).data).content
  const list = async () =>
    Value.Parse(Type.Object({ variants: Type.Array(View) }), (await done('generate.listVariants', {})).data).variants
  return {
    project,
    pageId,
    call,
    done,
    file,
    list,
    make: async (input: object = {}) =>
      Value.Parse(View, (await done('generate.makeVariants', { pageId, section: 'offers', ...input })).data),
    /** Waits until the variants are no longer being made. */
    async ready(variantsId: string) {
      const one = async () => (await list()).find((each) => each.variantsId === variantsId)
      await expect.poll(async () => (await one())?.state, { timeout: 20_000, interval: 30 }).not.toBe('making')
      return one()
    },
    both: async () => `${await file('index.html')}\n${await file('styles.css')}`,
  }
}

/** The words of a text of HTML, sorted: an arrangement keeps all of them. */
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]{0,1000}>/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .sort()

test('a rehearsal writes a section again in three arrangements: nothing changes before one is taken, in one step of undo', {
  timeout: 400_000,
}, async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const { project, make, ready, both, done, call, file, list } = await scene(server)
  const before = await both()
  const { variantsId, title, nodeId } = await make()
  expect(title).toBe('What we bake')
  expect(await ready(variantsId)).toMatchObject({ state: 'ready', names: ['Side by side', 'Centred', 'On a card'] })
  expect(await both()).toBe(before)

  const looks = new Set<string>()
  for (const variant of [undefined, 0, 1, 2]) {
    const shown = await done('generate.showVariant', { variantsId, ...(variant === undefined ? {} : { variant }) })
    const { html } = Value.Parse(Type.Object({ html: Type.String() }), shown.data)
    looks.add(html)
    expect(html).toContain('.offers { padding: 2rem; }')
    expect(html).toContain(`:not(:has([uid="${nodeId}"])`)
    expect(html.match(/What we bake/g)).toHaveLength(1)
  }
  expect(looks.size).toBe(4)
  expect(await both()).toBe(before)

  expect(await call('generate.makeVariants', { pageId: 'none', section: 'offers' })).toMatchObject({
    ok: false,
    error: { code: 'unknown_page' },
  })
  const taken = await done('generate.takeVariant', { variantsId, variant: 0 })
  expect(taken.data).toMatchObject({ nodeId, name: 'Side by side' })
  const after = await file('index.html')
  expect(after).toContain('<div class="varied-columns">')
  expect(wordsOf(after)).toEqual(wordsOf(before.slice(0, before.indexOf('</html>'))))
  expect(after).toContain('<section class="offers" data-block="offers">')
  expect(await file('styles.css')).toContain('.varied-columns')
  expect(await list()).toEqual([])
  expect(await call('generate.takeVariant', { variantsId, variant: 1 })).toMatchObject({ error: { code: 'not_ready' } })

  await server.call('POST', `/api/projects/${project}/changes/${taken.changeSetId}/undo`)
  expect(await both()).toBe(before)
  expect(await list()).toMatchObject([{ variantsId, state: 'ready' }])
  await done('generate.takeVariant', { variantsId, variant: 2 })
  expect(await file('index.html')).toContain('<div class="varied-card">')

  // Written again, the arrangement that was taken does not pile up.
  const second = await make()
  await ready(second.variantsId)
  await done('generate.takeVariant', { variantsId: second.variantsId, variant: 1 })
  const twice = await file('index.html')
  expect(twice).not.toContain('varied-card')
  expect(twice.match(/varied-/g)).toHaveLength(1)
  expect(wordsOf(twice)).toEqual(wordsOf(after))
})

test('variants of a section that was changed meanwhile, or is locked, are not taken; dismissed ones are gone', {
  timeout: 400_000,
}, async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const { make, ready, both, done, call, list, pageId } = await scene(server)
  const { variantsId, nodeId } = await make()
  await ready(variantsId)
  expect(await call('generate.makeVariants', { pageId, section: 'offers' })).toMatchObject({
    error: { code: 'variants_wait' },
  })
  await done('site.setLocked', { ids: [nodeId], locked: true })
  const locked = await both()
  expect(await call('generate.takeVariant', { variantsId, variant: 0 })).toMatchObject({ error: { code: 'locked' } })
  expect(await both()).toBe(locked)
  await done('site.setLocked', { ids: [nodeId], locked: false })

  await done('site.editFiles', {
    edits: [{ file: 'index.html', replaceOperations: [{ search: 'Rye and', replace: 'Fresh rye and' }] }],
  })
  const changed = await both()
  expect(await call('generate.takeVariant', { variantsId, variant: 0 })).toMatchObject({
    ok: false,
    error: { code: 'changed_meanwhile' },
  })
  expect(await both()).toBe(changed)
  expect(await list()).toMatchObject([{ variantsId, state: 'ready' }])
  const dismissed = await done('generate.dismissVariants', { variantsId })
  expect(dismissed.data).toEqual({ variantsId })
  expect(await list()).toEqual([])
  expect(await both()).toBe(changed)

  await done('site.setLocked', { ids: [nodeId], locked: true })
  expect(await call('generate.makeVariants', { pageId, section: 'offers' })).toMatchObject({
    error: { code: 'locked' },
  })
})

test('a model writes the three in one run by three instructions; one that writes none says why', {
  timeout: 400_000,
}, async () => {
  const asked: string[] = []
  let said: Answer = ''
  const provider = await fakeProvider((response, body) => {
    asked.push(body)
    answer(response, said, () => asked.length)
  })
  const server = await startTestServer()
  onTestFinished(async () => {
    await server.close()
    await provider.close()
  })
  await useModel(server, provider.url)
  const { make, ready, done, file, call, list } = await scene(server)
  const variant = (name: string, color: string) => ({
    name,
    html: `<section class="offers-${name}" data-block="offers"><h2>What we bake</h2><p>Rye and <a href="/">tarts</a>.</p></section>`,
    css: `.offers-${name} { color: ${color}; }\n.offers { padding: 0; }`,
  })
  said = `Here are three.\n${JSON.stringify({ variants: [variant('columns', '#111'), variant('calm', '#222'), variant('bold', '#333')] })}`
  const first = await make({ wish: 'More like a menu board' })
  expect(await ready(first.variantsId)).toMatchObject({ state: 'ready', names: ['columns', 'calm', 'bold'] })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('More like a menu board')
  expect(asked[0]).toContain('Quieter')
  expect(asked[0]).toContain('.offers { padding: 2rem; }')
  const taken = await call('generate.takeVariant', { variantsId: first.variantsId, variant: 2 })
  expect(taken).toMatchObject({ ok: true })
  expect(await file('index.html')).toContain('class="offers-bold"')
  const css = await file('styles.css')
  expect(css).toContain('.offers-bold')
  // Rules of those that were not taken, and other declarations of rules of the site, do not come with it.
  expect(css).not.toContain('offers-calm')
  expect(css).toContain('.offers { padding: 2rem; }')

  said = 'I am sorry, I cannot do that.'
  const second = await make({})
  expect(await ready(second.variantsId)).toMatchObject({ state: 'failed', names: [] })
  expect((await list())[0]).toMatchObject({ state: 'failed', why: 'The answer held no variants of this section.' })
  await done('generate.dismissVariants', { variantsId: second.variantsId })
})
