import { readPlan, readProgress } from '@atelier/generate'
import { tailwindSite } from '@atelier/site/testing/tailwindSite'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { session as readSession } from '../../testing/approvals.ts'
import { generationScene, hasResults, type Misbehaviour, siteFiles } from '../../testing/generations.ts'
import { png, upload } from '../../testing/media.ts'

const Read = Type.Object({ data: Type.Object({ content: Type.String() }) })

async function sceneOf(misbehave?: Misbehaviour, options?: Parameters<typeof generationScene>[1]) {
  const scene = await generationScene(misbehave, options)
  onTestFinished(scene.close)
  const fileOf = async (file: string) => {
    const { body } = await scene.server.call('POST', `/api/projects/${scene.project}/operations/site.readFile`, {
      input: { file },
    })
    return Value.Check(Read, body) ? body.data.content : undefined
  }
  const partsOf = async (documentId: string) => {
    const plan = await scene.server.services.documents.open(documentId)
    if (!plan) return expect.fail('There is no plan')
    const { parts } = readProgress(plan.view)
    const { pages } = readPlan(plan.view)
    return { pages, of: (file: string) => parts.get(pages.find(({ filename }) => filename === file)?.key ?? file) }
  }
  return { ...scene, fileOf, partsOf }
}

const files = [
  'index.html',
  ...Object.keys(siteFiles).filter((name) => /^\w[\w-]*\.html$/.test(name) && name !== 'index.html'),
]

test('four pages are written side by side, each in a conversation of its own that knows the shared parts', async () => {
  const all = Promise.withResolvers<void>()
  let atOnce = 0
  const scene = await sceneOf(async ({ step, before }) => {
    if (step !== 'pages' || before > 0) return undefined
    atOnce += 1
    if (atOnce === 3) all.resolve()
    await all.promise
    return undefined
  })
  const { id, documentId } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'complete')
  expect(files.length).toBe(4)
  for (const file of files) expect(await scene.fileOf(file)).toContain('data-block="main"')
  const asked = scene.model.asked.filter(({ step, before }) => step === 'pages' && before === 0)
  expect(asked.map(({ file }) => file).sort()).toEqual([...files].sort())
  for (const { body } of asked) expect(body).toContain('header-links')
  const { of } = await scene.partsOf(documentId)
  expect(new Set(files.map((file) => of(file)?.sessionId)).size).toBe(4)
})

test('pictures that a person put into the media are named to the writers, with their size', async () => {
  const scene = await sceneOf()
  const uploaded = await upload(scene.server, scene.project, 'oven.png', png(40, 30))
  expect(uploaded.status).toBe(201)
  const { id } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'complete')
  for (const step of ['generate', 'pages']) {
    const body = scene.model.asked.find((each) => each.step === step)?.body
    expect(body).toMatch(/\/media\/oven-\w+\.png \(\d+ × \d+\)/)
  }
})

test('what a model answers in another form is used: prose with a fence, half a document, a cut call with its rest', async () => {
  const content = (file: string) => siteFiles[file] ?? ''
  const scene = await sceneOf(({ step, file, before }) => {
    if (step === 'generate') return `<think>Let me see.</think>Here is the plan:\n\n\`\`\`json\n${plan()}\n\`\`\``
    if (step !== 'pages') return undefined
    if (file === files[1]) return `Here you are:\n\n\`\`\`html\n${content(file)}\`\`\`\n\nTell me what to change.`
    if (file === files[2]) return content(file).slice(0, -40)
    const half = Math.floor(content(file).length * 0.6)
    if (file === files[3] && before === 0)
      return { cut: ['writeFile', JSON.stringify({ filename: file, content: content(file) }).slice(0, half)] }
    if (file === files[3]) {
      const kept = /is kept as far as this, (\d+) characters/.exec(scene.model.asked.at(-1)?.body ?? '')
      return content(file).slice(Number(kept?.[1]))
    }
    return undefined
  })
  const { id, documentId } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'complete')
  const { of } = await scene.partsOf(documentId)
  expect(files.map((file) => of(file)?.state)).toEqual(files.map(() => 'stands'))
  expect(of(files[1] ?? '')?.why).toContain('as text')
  expect(of(files[3] ?? '')?.why).toContain('cut by its length')
  // Every heading of the whole page is there once, some of them in components that pages share.
  const headings = (html: string) => [...html.matchAll(/<h\d[^>]*>([^<]*)/g)].map(([, text]) => text)
  const whole = async (file: string) => {
    let html = (await scene.fileOf(file)) ?? ''
    for (const [comment, name] of html.matchAll(/<!-- @component:(story|hours|invitation) -->/g))
      html = html.replace(comment, (await scene.fileOf(`_components/${name}.html`)) ?? '')
    return html
  }
  for (const file of files.slice(1)) expect(headings(await whole(file))).toEqual(headings(content(file)))
})

function plan(): string {
  const pages = files.map((filename) => ({
    filename,
    title: filename,
    sections: [{ id: 'hero', sectionType: 'hero' }],
  }))
  return JSON.stringify({ siteName: 'Ferment', pages }).replace('"pages"', 'pages')
}

test('a page that fails blocks nothing, is tried again, and by itself when a person asks', async () => {
  let broken = true
  const scene = await sceneOf(({ step, file }) =>
    step === 'pages' && file === files[1] && broken ? 'I would rather not.' : undefined,
  )
  const { id, documentId } = await scene.plan()
  await scene.call(`${id}/start`, {})
  expect(await scene.until(id, 'error')).toMatchObject({ step: 'pages', why: expect.stringContaining('One page') })
  const { of, pages } = await scene.partsOf(documentId)
  expect(files.map((file) => of(file)?.state)).toEqual(['stands', 'failed', 'stands', 'stands'])
  expect(scene.model.asked.filter(({ step, file }) => step === 'pages' && file === files[1])).toHaveLength(2)
  broken = false
  const before = scene.model.asked.length
  await scene.call(`${id}/pages/${pages.find(({ filename }) => filename === files[1])?.key}`, { decision: 'retry' })
  await scene.until(id, 'complete')
  expect(scene.model.asked.slice(before).map(({ file }) => file)).toEqual([files[1], files[1]])
})

test('shared parts and styles that a model does not write are made from the plan', async () => {
  const scene = await sceneOf(({ step }) =>
    step === 'components' || step === 'assets' ? 'What a fine day.' : undefined,
  )
  const { id, documentId } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'complete')
  expect(await scene.fileOf('_components/header.html')).toContain('<a')
  expect(await scene.fileOf('styles.css')).toContain(':root')
  const { of } = await scene.partsOf(documentId)
  expect(of('components')).toMatchObject({ state: 'stands', why: expect.stringContaining('made from the plan') })
})

test('a site in Tailwind by CDN, with a header on every page and nothing shared, is styled and framed once', async () => {
  const scene = await sceneOf((request) => {
    const { step, file } = request
    if (step === 'components' || step === 'assets') return 'Each page has it all.'
    if (step !== 'pages') return undefined
    return hasResults(request) ? 'Done.' : [['writeFile', { filename: file, content: tailwindSite[file] }]]
  })
  const { id } = await scene.plan()
  await scene.call(`${id}/start`, {})
  const made = await scene.until(id, 'complete')
  expect(scene.model.asked.some(({ body }) => body.includes('have no rule'))).toBe(false)
  expect(await scene.fileOf('_components/header.html')).toContain('font-display')
  expect(await scene.fileOf('styles.css')).not.toContain('.header')
  for (const file of files) {
    const html = (await scene.fileOf(file)) ?? ''
    expect(html).toContain('<!-- @component:header -->')
    expect(html).not.toMatch(/<header|<footer|tailwind/)
    expect(made.parts.find((part) => part.file === file)).toMatchObject({ state: 'stands' })
  }
  expect(made.parts.flatMap(({ problems = [] }) => problems)).toEqual([])
})

test('a page with a header of its own beside the shared one is not done', async () => {
  const scene = await sceneOf((request) => {
    const { step, file } = request
    if (step === 'components' && !hasResults(request)) {
      const header = siteFiles['_components/header.html']?.replace('Ferment', 'Ferment Bakery')
      const footer = siteFiles['_components/footer.html']
      const parts = { '_components/header.html': header, '_components/footer.html': footer }
      return [['writeFiles', { files: parts }]]
    }
    if (step !== 'pages' || file !== files[1]) return undefined
    const content = (siteFiles[file] ?? '').replace(
      '<!-- @component:header -->',
      '<header><p>Another name</p></header>',
    )
    return hasResults(request) ? 'Done.' : [['writeFile', { filename: file, content }]]
  })
  const { id } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'error')
  expect(scene.model.asked.some(({ body }) => body.includes('of its own beside that of all pages'))).toBe(true)
  const part = async () => (await scene.read(id)).parts.find(({ file }) => file === files[1])
  await expect.poll(part).toMatchObject({ state: 'failed', why: expect.stringContaining('<header>') })
})

test('a cut page whose rest is only a word that it is done stays unfinished, and a dead link is a problem', async () => {
  const scene = await sceneOf((request) => {
    const { step, file, before } = request
    if (step !== 'pages') return undefined
    const content = siteFiles[file] ?? ''
    if (file === files[3])
      return before % 2 === 0
        ? { cut: ['writeFile', JSON.stringify({ filename: file, content }).slice(0, content.length / 2)] }
        : 'Done.'
    if (file !== files[1]) return undefined
    const linked = content.replace('</main>', '<p><a href="/nowhere/">More</a></p></main>')
    return hasResults(request) ? 'Done.' : [['writeFile', { filename: file, content: linked }]]
  })
  const { id } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'error')
  const part = async (file = '') => (await scene.read(id)).parts.find((each) => each.file === file)
  await expect
    .poll(() => part(files[3]))
    .toMatchObject({ state: 'failed', why: expect.stringContaining('cut by its length') })
  expect(await part(files[1])).toMatchObject({
    state: 'stands',
    problems: expect.arrayContaining([expect.stringContaining('/nowhere/')]),
  })
})

test('the problems of a page are mended in its conversation, and by hand; both are noticed', async () => {
  const broken = files[1] ?? ''
  const link = '<a href="/nowhere/">More</a>'
  const scene = await sceneOf((request) => {
    if (request.body.includes(`Mend ${broken}.`)) {
      if (hasResults(request)) return 'The link is a word now.'
      const replaceOperations = [{ search: link, replace: 'More' }]
      return [['editFiles', { edits: [{ file: broken, replaceOperations }] }]]
    }
    if (request.step !== 'pages' || request.file !== broken || hasResults(request)) return undefined
    const content = siteFiles[broken]?.replace('</main>', `<p>${link}</p></main>`)
    return [['writeFile', { filename: broken, content }]]
  })
  const { id } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'complete')
  const part = async () => (await scene.read(id)).parts.find(({ file }) => file === broken)
  await expect.poll(part).toMatchObject({ problems: [expect.stringContaining('/nowhere/')] })
  const before = await part()
  const asked = scene.model.asked.length
  await scene.call(`${id}/pages/${before?.key}`, { decision: 'mend' })
  await scene.until(id, 'complete')
  await expect.poll(async () => (await part())?.problems).toBeUndefined()
  expect(await part()).toMatchObject({ state: 'stands', sessionId: before?.sessionId })
  const requests = scene.model.asked.slice(asked)
  expect(requests).toHaveLength(2)
  expect(requests[0]?.body).toContain('There is no page and no file at /nowhere/')
  expect(await scene.fileOf(broken)).toMatch(/<p[^>]*>More<\/p>/)
  await expect(scene.call(`${id}/pages/${before?.key}`, { decision: 'mend' })).rejects.toThrow('nothing_to_mend')

  const edit = (search: string, replace: string) =>
    scene.operate('editFiles', { edits: [{ file: broken, replaceOperations: [{ search, replace }] }] })
  await edit('>More</p>', '><a href="/gone/">More</a></p>')
  await expect.poll(async () => (await part())?.problems).toEqual([expect.stringContaining('/gone/')])
  await edit('<a href="/gone/">More</a>', 'More')
  await expect.poll(async () => (await part())?.problems).toBeUndefined()
})

test('a page in classes that have no rule is mended once, and what is hostile or huge stays out', async () => {
  const bare = `<!doctype html><html lang="en"><head><title>Home</title></head><body><main data-block="main">${Array.from(
    { length: 12 },
    (_, at) => `<section class="band-${at} row-of-${at}"><h2 class="title-${at}">Part ${at}</h2></section>`,
  ).join('')}</main></body></html>`
  const scene = await sceneOf(({ step, file, body }) => {
    if (step !== 'pages') return undefined
    if (file === files[0] && !body.includes('have no rule'))
      return hasResults({ body }) ? 'Done.' : [['writeFile', { filename: file, content: bare }]]
    if (file === files[0] && JSON.stringify(JSON.parse(body).messages.at(-1)).includes('have no rule'))
      return [['writeFile', { filename: file, content: siteFiles[file] }]]
    if (file === files[1] && !hasResults({ body }))
      return [
        [
          'writeFile',
          {
            filename: file,
            content: `${siteFiles[file]}<script>alert(1)</script><img src=x onerror="alert(1)"><!--${'x'.repeat(400_000)}-->`,
          },
        ],
      ]
    return undefined
  })
  const { id } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'complete')
  expect(scene.model.asked.filter(({ body }) => body.includes('have no rule')).length).toBeGreaterThan(0)
  expect(await scene.fileOf(files[0] ?? '')).not.toContain('band-1')
  expect(await scene.fileOf(files[1] ?? '')).not.toMatch(/onerror|alert\(1\)<\/script>/)
})

test('it is stopped in the middle of its pages and resumed, and nothing is made twice', async () => {
  const reached = Promise.withResolvers<void>()
  const scene = await sceneOf(async ({ step, file, before }) => {
    if (step !== 'pages' || file === files[0] || before > 0 || isStopped) return undefined
    reached.resolve()
    await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
    return undefined
  })
  let isStopped = false
  const { id, documentId } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await reached.promise
  const { of } = await scene.partsOf(documentId)
  await expect.poll(async () => (await scene.partsOf(documentId)).of('index.html')?.state).toBe('stands')
  isStopped = true
  expect(await scene.call(`${id}/stop`)).toMatchObject({ state: 'stopped' })
  expect(of('about.html')?.state).not.toBe('stands')
  await expect
    .poll(async () =>
      (await Promise.all(files.map(async (file) => (await scene.partsOf(documentId)).of(file)?.state))).includes(
        'writing',
      ),
    )
    .toBe(false)
  const home = scene.model.asked.filter(({ file }) => file === 'index.html').length
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'complete')
  expect(scene.model.asked.filter(({ file }) => file === 'index.html')).toHaveLength(home)
  for (const file of files) expect(await scene.fileOf(file)).toContain('data-block="main"')
})

test('a budget that is reached stops it, finished parts are whole, and a higher one resumes it', async () => {
  const scene = await sceneOf(undefined, { outputTokens: 12_000 })
  const { id, expectedUsd } = await scene.plan({ budgetUsd: 2 })
  expect(expectedUsd).toBeGreaterThan(0.5)
  expect(expectedUsd).toBeLessThan(5)
  await scene.call(`${id}/start`, {})
  const stopped = await scene.until(id, 'stopped')
  expect(stopped.why).toContain('Stopped at the limit of $2.00')
  expect(stopped.spentUsd).toBeLessThanOrEqual(2)
  await scene.call(`${id}/start`, { budgetUsd: 100 })
  await scene.until(id, 'complete')
  for (const file of files) expect(await scene.fileOf(file)).toContain('data-block="main"')
})

test('taken back while its pages are written, the site is as before, but for what a person did', async () => {
  const reached = Promise.withResolvers<void>()
  const scene = await sceneOf(async ({ step, file, before }) => {
    if (step !== 'pages' || file === files[0] || before > 0) return undefined
    reached.resolve()
    await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
    return undefined
  })
  await scene.operate('addPage', { title: 'Mine' })
  const before = await scene.bytes()
  const { id, documentId } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await reached.promise
  await expect.poll(async () => (await scene.partsOf(documentId)).of('index.html')?.state).toBe('stands')
  expect(await scene.bytes()).not.toBe(before)
  expect(await scene.call(`${id}/undo`)).toMatchObject({ generation: { state: 'stopped', undone: true }, kept: [] })
  expect(await scene.bytes()).toBe(before)
})

test('a page that is undone by itself in its conversation is gone, until it is redone or written again', async () => {
  const scene = await sceneOf()
  const { id } = await scene.plan()
  await scene.call(`${id}/start`, {})
  const made = await scene.until(id, 'complete')
  const { key = '', sessionId = '', documentId } = made.parts.find(({ file }) => file === 'about.html') ?? {}
  const { runs } = await readSession(scene.server, sessionId)
  const turn = async (verb: 'undo' | 'redo') =>
    expect(await scene.server.call('POST', `/api/ai/sessions/${sessionId}/runs/${runs[0]?.id}/${verb}`)).toMatchObject({
      status: 200,
    })
  const states = async () => (await scene.read(id)).parts.flatMap(({ file, state }) => (file ? `${file} ${state}` : []))
  const others = files.map((file) => `${file} stands`).filter((each) => !each.startsWith('about'))
  const stands = async (state: string) =>
    expect.poll(async () => (await states()).sort()).toEqual([...others, `about.html ${state}`].sort())
  await stands('stands')
  const before = await scene.pages()
  await turn('undo')
  await stands('undone')
  const { 'about.html': about, ...rest } = before
  expect(about).toContain('@component')
  expect(await scene.pages()).toEqual(rest)
  // Continuing it does not write it again without a request.
  const asked = scene.model.asked.length
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'complete')
  expect(scene.model.asked).toHaveLength(asked)
  await stands('undone')

  await turn('redo')
  await stands('stands')
  expect((await scene.read(id)).parts.find(({ file }) => file === 'about.html')?.documentId).toBe(documentId)

  await turn('undo')
  await stands('undone')
  await scene.call(`${id}/pages/${key}`, { decision: 'retry' })
  await scene.until(id, 'complete')
  await stands('stands')
  expect(await scene.fileOf('about.html')).toContain('data-block="main"')

  // A person's change since keeps the page, and its state says so.
  const search = 'data-block="main"'
  await scene.operate('editFiles', {
    edits: [{ file: 'menu.html', replaceOperations: [{ search, replace: `${search} title="Mine"` }] }],
  })
  const menu = made.parts.find(({ file }) => file === 'menu.html')
  const { runs: ofMenu } = await readSession(scene.server, menu?.sessionId ?? '')
  await scene.server.call('POST', `/api/ai/sessions/${menu?.sessionId}/runs/${ofMenu[0]?.id}/undo`)
  await stands('stands')
  expect((await scene.read(id)).parts.find(({ file }) => file === 'menu.html')?.why).toContain('changed since')

  // Redoing the changes of a discarded page makes it stand again, too.
  await scene.call(`${id}/pages/${key}`, { decision: 'discard' })
  await stands('discarded')
  await turn('redo')
  await stands('stands')
})

const selfStyled = (
  name: string,
  head = '',
) => `<!doctype html><html lang="en"><head><title>${name}</title>${head}</head><body>
<nav class="bar">${files.map((file) => `<a href="${file}">${file}</a>`).join(' ')}</nav>
<main><section class="hero"><h1>${name} of Ferment in Porto</h1><p>Bread, rolls and tarts.</p></section></main>
<footer class="end"><p>Ferment</p></footer></body></html>`

test('pages with a navigation and styles of their own stand without the placeholders', async () => {
  const scene = await sceneOf((request) => {
    const { step, file } = request
    if (step === 'components' || step === 'assets') return 'Each page has it all.'
    if (step !== 'pages') return undefined
    const style = `<style>.bar { padding: ${file.length}px } .hero { margin: 1px } .end { color: red }</style>`
    return hasResults(request) ? 'Done.' : [['writeFile', { filename: file, content: selfStyled(file, style) }]]
  })
  const { id } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'complete')
  expect(await scene.fileOf('_components/header.html')).toBeUndefined()
  expect(await scene.fileOf('_components/nav.html')).toContain('class="bar"')
  expect(await scene.fileOf('styles.css')).toMatch(/^:root/)
  expect(await scene.fileOf('styles.css')).not.toContain('.hero {')
  for (const file of files) expect(await scene.fileOf(file)).not.toMatch(/<nav|<footer/)
})

test('a frame within a wrapper stays in it, and a footer that no page has is not added', async () => {
  const scene = await sceneOf((request) => {
    const { step, file } = request
    if (step === 'components' || step === 'assets') return 'Each page has it all.'
    if (step !== 'pages') return undefined
    const head = '<style>.app { display: flex } .bar { margin: 0 }</style>'
    const body = `<div class="app"><header class="bar"><h2>Ferment</h2></header><main><h1>${file} of Ferment in Porto</h1></main></div>`
    const content = `<!doctype html><html lang="en"><head><title>${file}</title>${head}</head><body>${body}</body></html>`
    return hasResults(request) ? 'Done.' : [['writeFile', { filename: file, content }]]
  })
  const { id } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'complete')
  for (const part of ['header', 'footer']) expect(await scene.fileOf(`_components/${part}.html`)).toBeUndefined()
  for (const file of files) expect(await scene.fileOf(file)).toMatch(/<div class="app">\s*<header class="bar"/)
})

test('a page that loads the stylesheet of a package that is not to be had is unfinished, and says why', async () => {
  const link = '<link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/css/bootstrap.min.css">'
  const scene = await sceneOf((request) => {
    const { step, file } = request
    if (step !== 'pages' || file !== files[1]) return undefined
    return hasResults(request) ? 'Done.' : [['writeFile', { filename: file, content: selfStyled(file, link) }]]
  })
  const { id } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'error')
  const part = async () => (await scene.read(id)).parts.find(({ file }) => file === files[1])
  await expect
    .poll(part)
    .toMatchObject({ state: 'failed', why: expect.stringContaining('bootstrap.min.css is not there') })
})

test('a page under another spelling of its planned name is that page', async () => {
  const scene = await sceneOf((request) => {
    const { step, file } = request
    if (step !== 'pages' || file !== files[1]) return undefined
    const name = `/${file.replace('.html', '')}/index.html`.toUpperCase()
    return hasResults(request) ? 'Done.' : [['writeFile', { filename: name, content: siteFiles[file] }]]
  })
  const { id } = await scene.plan()
  await scene.call(`${id}/start`, {})
  const { parts } = await scene.until(id, 'complete')
  expect(parts.flatMap(({ file, state }) => (file ? [state] : []))).toEqual(files.map(() => 'stands'))
})
