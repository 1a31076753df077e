import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'
import { compile } from 'tailwindcss'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { useModel } from '../apps/server/testing/approvals.ts'
import { startRegistry } from '../apps/server/testing/fakeRegistry.ts'
import { generationModel, projectScene } from '../apps/server/testing/generations.ts'
import { listen } from '../apps/server/testing/listen.ts'
import { startTestServer } from '../apps/server/testing/server.ts'
import { type FakeWeb, fakeWeb } from '../apps/server/testing/web.ts'
import { bySuite } from '../scripts/testing/runs.ts'
import { openBrowser, type TestBrowser } from './support/shared.ts'
import { type ShownPage, shownPage, visibleDifferences } from './support/shownPage.ts'
import { type ModelSite, modelSite, siteNames } from './support/sitesOfModels.ts'

// covers packages/generate/src packages/site/src/files packages/site/src/utilities apps/server/src/generations

const WIDTHS = bySuite([1440, 390], [1440, 768, 390])
const sites = bySuite(['german-names', 'tailwind'], siteNames)

let browser: TestBrowser
let registry: Awaited<ReturnType<typeof startRegistry>>
let web: FakeWeb
const { npm_config_registry: usualRegistry } = process.env

beforeAll(async () => {
  browser = await openBrowser()
  web = await fakeWeb((_request, response) => void response.writeHead(404).end())
  registry = await startRegistry([
    {
      name: 'bootstrap',
      version: '5.2.3',
      files: { 'dist/css/bootstrap.min.css': packageFile('bootstrap/dist/css/bootstrap.min.css') },
    },
  ])
  // What the servers of this file install comes from there.
  process.env.npm_config_registry = registry.url
})

afterAll(async () => {
  if (usualRegistry === undefined) delete process.env.npm_config_registry
  else process.env.npm_config_registry = usualRegistry
  registry?.close()
  await web?.close()
  await browser?.close()
})

function packageFile(path: string): string {
  return readFileSync(new URL(`../node_modules/${path}`, import.meta.url), 'utf8')
}

/** Answers what a raw page asks other servers for, from what is installed here. */
async function answerFromHere(route: Route, { theme }: ModelSite, html: string): Promise<void> {
  const url = new URL(route.request().url())
  if (url.hostname === 'cdn.tailwindcss.com') return await route.fulfill(script(await tailwindScript(theme, html)))
  const bootstrap = /^\/npm\/bootstrap@[\d.]+\/(.+)$/.exec(url.pathname)?.[1]
  if (bootstrap?.endsWith('.css'))
    return await route.fulfill({ contentType: 'text/css', body: packageFile(`bootstrap/${bootstrap}`) })
  if (bootstrap) return await route.fulfill(script(packageFile(`bootstrap/${bootstrap}`)))
  return await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Embedded</title>' })
}

const script = (body: string) => ({ contentType: 'text/javascript', body })

/** A script that styles a page as Tailwind's does. */
async function tailwindScript(theme: string, html: string): Promise<string> {
  const compiler = await compile(`${packageFile('tailwindcss/index.css')}\n${theme}`)
  const css = compiler.build(html.split(/[\s"'`<>]+/))
  return `window.tailwind = {}
const sheet = document.createElement('style')
sheet.textContent = ${JSON.stringify(css)}
document.head.append(sheet)`
}

/** A page at each width. */
async function look(page: Page, url: string): Promise<ShownPage[]> {
  const shown: ShownPage[] = []
  await page.goto(url, { waitUntil: 'load' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    shown.push(await page.evaluate(shownPage))
  }
  return shown
}

async function rawPages(page: Page, site: ModelSite): Promise<Map<string, ShownPage[]>> {
  const found = new Map<string, ShownPage[]>()
  for (const { file, html } of site.pages) {
    await page.unrouteAll()
    await page.route('**/*', async (route) => {
      const { hostname } = new URL(route.request().url())
      if (hostname === 'raw.localhost') await route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
      else await answerFromHere(route, site, html)
    })
    found.set(file, await look(page, `http://raw.localhost/${file}`))
  }
  await page.unrouteAll()
  return found
}

test.each(sites)('%s: the published pages look, say and link as a browser shows what the model wrote', async (name) => {
  const site = modelSite(name)
  const model = await generationModel(site.answer)
  onTestFinished(async () => void (await model.close()))
  // Its first start is its own: the prepared one is for the tests of the server.
  const server = await startTestServer({ ATELIER_FONTS_URL: registry.url }, { now: Date.now, web })
  onTestFinished(server.close)
  await useModel(server, model.url)
  const scene = await projectScene(server)
  const { id } = await scene.plan({ brief: `A site of four pages for ${site.siteName}.` })
  await scene.call(`${id}/start`, {})
  await expect.poll(async () => (await scene.read(id)).state, { timeout: 120_000 }).toMatch(/complete|error/)
  const { parts } = await scene.read(id)
  const published = await scene.server.call('POST', `/api/projects/${scene.project}/publish`)
  expect(published.status).toBe(201)

  const page = await browser.newPage({ reducedMotion: 'reduce' })
  const raw = await rawPages(page, site)
  const served = await listen(scene.server.sites)
  onTestFinished(served.close)
  const host = `${scene.slug}.localhost:${new URL(served.url).port}`
  const problems: string[] = []
  await page.route(
    (url) => url.host !== host,
    (route) => answerFromHere(route, site, ''),
  )
  for (const { file } of site.pages) {
    const part = parts.find((each) => each.file === file)
    const isDone = part?.state === 'stands' && (part.problems ?? []).length === 0
    const say = (what: string) => {
      if (isDone) problems.push(`${file}: ${what}`)
      else problems.push(`(${file} is not done: ${part?.why} ${part?.problems?.join(' ')}) ${what}`)
    }
    if (!isDone) say('not done')
    const address = `/${file.replace(/(?:^|\/)index\.html$|\.html$/, '')}`
    const shown = await look(page, `http://${host}${address}`)
    for (const [at, each] of shown.entries()) {
      const [before] = [raw.get(file)?.[at]]
      if (!before) throw new Error(`${file} was not shown as written`)
      for (const difference of visibleDifferences(before, each)) say(`${WIDTHS[at]}: ${difference}`)
    }
    const [first] = shown
    if (first && (first.frames.header > 1 || first.frames.footer > 1)) say('shows two headers or footers')
    for (const link of first?.links ?? []) {
      const answer = await scene.server.sites.request(`http://${host}${link}`, { headers: { host } })
      if (answer.status !== 200) say(`${link} answers ${answer.status}`)
    }
  }
  await page.context().close()
  expect(problems).toEqual([])
})
