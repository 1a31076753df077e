import { createServer } from 'node:http'
import type { Draft, Json } from '@atelier/documents'
import { createSite, importPage, listPage } from '@atelier/site'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cssCases } from '../packages/site/testing/cssCases.ts'
import { htmlCases } from '../packages/site/testing/htmlCases.ts'
import { publishSite } from '../packages/site/testing/publishSite.ts'
import { bySuite } from '../scripts/testing/runs.ts'
import { openBrowser, type TestBrowser } from './support/shared.ts'
import { snapshot } from './support/snapshot.ts'

// covers packages/site/src/publish packages/site/src/html

interface Case {
  name: string
  html: string
  css?: string
}

const cases: readonly Case[] = [...cssCases, ...htmlCases]
/**
 * The one that differs, since styles leave the body: a style element between two paragraphs keeps `p + p` from matching.
 */
const parted = 'style element in the middle'
const widths = bySuite([375], [375, 1440])

let browser: TestBrowser
let origin = ''
/** The documents that the browser may load: each case under a path of its own, as written and as published. */
const documents = new Map<string, { body: string; contentType: string }>()

const server = createServer((request, response) => {
  const found = documents.get(request.url ?? '')
  response.writeHead(found ? 200 : 404, { 'content-type': found?.contentType ?? 'text/plain' }).end(found?.body)
})

beforeAll(async () => {
  for (const [index, each] of cases.entries()) {
    documents.set(`/${index}/source`, { body: sourceOf(each), contentType: 'text/html; charset=utf-8' })
    for (const { path, text, contentType } of await published(each)) {
      const body = text.replace('rel="stylesheet" href="/', `rel="stylesheet" href="/${index}/`)
      documents.set(`/${index}/${path}`, { body, contentType })
    }
  }
  browser = await openBrowser()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (address !== null && typeof address === 'object') origin = `http://127.0.0.1:${address.port}`
})

afterAll(async () => {
  await browser?.close()
  server.closeAllConnections()
  server.close()
})

test('there are at least sixty cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60)
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
})

test.each(widths)('what goes in comes out with the same DOM and the same computed styles, at %i px', async (width) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: width + 20, height: 900 } })
  const page = await context.newPage()
  const different: string[] = []
  for (let from = 0; from < cases.length; from += 25) {
    const some = cases.slice(from, from + 25).map((each, index) => ({ name: each.name, path: `/${from + index}` }))
    const frames = some.flatMap(({ path }) => [`${path}/source`, `${path}/index.html`])
    const tags = frames.map((src) => `<iframe name="${src}" src="${src}" width="${width}" height="800"></iframe>`)
    documents.set('/all', { body: `<!doctype html>${tags.join('')}`, contentType: 'text/html' })
    await page.goto(`${origin}/all`, { waitUntil: 'load' })
    for (const { name, path } of some) {
      const [source, result] = await Promise.all([look(page, `${path}/source`), look(page, `${path}/index.html`)])
      different.push(...differences(source, result).map((difference) => `${name}: ${difference}`))
    }
  }
  await context.close()
  expect(different.filter((each) => !each.startsWith(parted))).toEqual([])
  expect(different.some((each) => each.startsWith(parted))).toBe(true)
})

async function look(page: Page, name: string): Promise<string[]> {
  const frame = page.frame({ name })
  if (!frame) throw new Error(`The frame ${name} did not load`)
  return frame.evaluate(snapshot)
}

/** The page as an author would have written it by hand. */
function sourceOf({ html, css = '' }: Case): string {
  if (/^\s*(?:<!doctype|<html)/i.test(html)) return html.replace(/<\/head>/i, `<style>${css}</style></head>`)
  const style = css === '' ? '' : `<style>${css}</style>`
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${viewport}<title>Case</title>${style}</head><body>${html}</body></html>`
}

/** The same through the site: imported, stored, published. */
async function published({ html, css }: Case) {
  const site = emptyDraft()
  const view = emptyDraft()
  let count = 0
  const newId = () => {
    count += 1
    return `n${count.toString(36)}`
  }
  createSite(site, { name: 'Case' })
  importPage(site, view, { html, css, newId })
  listPage(site, { id: 'home', title: 'Case', slug: 'index' })
  return (await publishSite({ site, pages: [{ id: 'home', view }] })).files
}

function emptyDraft(): Draft {
  const values = new Map<string, Json>()
  return {
    get: (key) => values.get(key),
    has: (key) => values.has(key),
    keys: (prefix = '') => [...values.keys()].filter((key) => key.startsWith(prefix)),
    set: (key, value) => {
      values.set(key, value)
    },
    delete: (key) => {
      values.delete(key)
    },
  }
}

/** The first few places at which two snapshots differ. */
function differences(source: readonly string[], result: readonly string[]): string[] {
  const found: string[] = []
  for (let index = 0; index < Math.max(source.length, result.length) && found.length < 3; index += 1) {
    const [one = '(nothing)', other = '(nothing)'] = [source[index], result[index]]
    if (one === other) continue
    const [left, right] = [one.split('\n'), other.split('\n')]
    const line = left.findIndex((text, at) => text !== right[at])
    found.push(`${left[0]}: ${left[line] ?? '(less)'} became ${right[line] ?? '(nothing)'}`)
  }
  return found
}
