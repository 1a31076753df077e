import { inspectUpdate, type Json, openLocal } from '@atelier/documents'
import { pageType } from '@atelier/site'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { plainPolicy } from '../apps/server/src/publish/sites.ts'
import { importAndPublish, type ServedFile } from '../bench/support/fidelity/publish.ts'
import { standsAlone } from '../packages/site/testing/dangerousMarkup.ts'
import { type EntryPoint, entryPoints } from '../packages/site/testing/entryPoints.ts'
import { fuzzPages, type RawPage } from '../packages/site/testing/fuzz.ts'
import { cssVectors, htmlVectors, svgVectors, textVectors } from '../packages/site/testing/vectors.ts'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { bySuite } from '../scripts/testing/runs.ts'
import { launch } from './support/browser.ts'
import { startVectorHost, type VectorHost } from './support/vectorHost.ts'

// covers apps/server/src/publish packages/site/src/validate

/** The entry points with the most in them: those that the fast suite looks at. */
const FIRST = /^(?:insertHtml|a client)/
/** A batch that takes longer counts as hung, and fails its test. */
const DEADLINE = 15_000

let host: VectorHost
let browser: Browser
/** The sites by the name of their host. */
const names = new Map<string, string>()
/** The pages of the folder that is served as it was written. */
let written: string[] = []

const bytes = (text: string) => new TextEncoder().encode(text)

function served({ files }: EntryPoint): ReadonlyMap<string, ServedFile> {
  return new Map(
    files.map(({ path, text, contentType, policy }) => [
      path,
      { bytes: bytes(text), contentType, ...(policy ? { policy } : {}) },
    ]),
  )
}

/** The number of pieces on one page, of those that leave nothing open behind them. */
const TOGETHER = 8

/** A folder of hostile pages, stylesheets, drawings and other files, as a user brings it to a whole-site import. */
function folder(): { path: string; bytes: Uint8Array }[] {
  const files = new Map<string, string>()
  const all = [
    ...htmlVectors.filter((html) => !outside.test(html)),
    ...cssVectors.map((css) => `<style>${css}</style><a href="/">x</a>`),
  ]
  const apart = all.filter((html) => leaves.test(html) || !standsAlone(html))
  const rest = all.filter((html) => !apart.includes(html))
  for (let from = 0; from < rest.length; from += TOGETHER) apart.push(rest.slice(from, from + TOGETHER).join('\n'))
  for (const [i, html] of apart.entries()) {
    const media = svgVectors.map((_, n) => `<img src="svg/${n}.svg" alt="x">`).join('')
    const shown = i === 0 ? `${media}<a href="x.xml">x</a><a href="x.txt">x</a><img src="html.png">` : ''
    const head = `<title>${textVectors[i % textVectors.length]}</title><link rel="stylesheet" href="css/${i % cssVectors.length}.css">`
    const start = i === 0 ? '<html onload="pwn()"><body onload="pwn()" onpageshow="pwn()">' : '<body>'
    files.set(`p${i}.html`, `<!doctype html><head>${head}</head>${start}${html}${shown}`)
  }
  for (const [i, css] of cssVectors.entries()) files.set(`css/${i}.css`, css)
  for (const [i, svg] of svgVectors.entries()) files.set(`svg/${i}.svg`, svg)
  files.set('x.xml', '<?xml version="1.0"?><x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>pwn()</h:script></x>')
  files.set('x.txt', '<script>pwn()</script>')
  files.set('html.png', '<!doctype html><script>pwn()</script>')
  files.set(
    'index.xhtml',
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><script>pwn()</script></body></html>',
  )
  return [...files].map(([path, text]) => ({ path, bytes: bytes(text) }))
}

/** Effects on the whole page that would hide its other parts. */
const leaves = /http-equiv|<base|<frameset|<body|shadowrootmode/i

/** An import names in full what a page named from its base, and pictures of other hosts are content like any other. */
const outside = /<base[^>]+evil\.test/i

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  xhtml: 'application/xhtml+xml',
  css: 'text/css',
  svg: 'image/svg+xml',
  xml: 'application/xml',
}

/** A folder as it was brought, without anything in between. */
function asWritten(
  files: ReturnType<typeof folder>,
  policyOf: (path: string) => string | undefined,
): ReadonlyMap<string, ServedFile> {
  return new Map(
    files.map(({ path, bytes }) => {
      const contentType = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain'
      const policy = policyOf(path)
      return [path, { bytes, contentType, ...(policy === undefined ? {} : { policy }) }]
    }),
  )
}

/** How many pages are written past every operation, and published. */
const FUZZED = bySuite(120, 600)

/** A page document of the server, and a tab that writes into it with the updates that Yjs makes. */
function openPage(fields: ReadonlyMap<string, Json>): RawPage {
  const server = openLocal(new Y.Doc())
  let tab = openLocal(new Y.Doc())
  server.apply([...fields].map(([key, after]) => ({ key, after })))
  return {
    view: server.view,
    send(values) {
      Y.applyUpdate(tab.doc, Y.encodeStateAsUpdate(server.doc))
      const known = Y.encodeStateVector(server.doc)
      tab.apply(values.map(([key, after]) => ({ key, after })))
      const update = Y.encodeStateAsUpdate(tab.doc, known)
      const { ok } = inspectUpdate(server, update, undefined, pageType.accepts)
      if (ok) Y.applyUpdate(server.doc, update)
      // As the studio does with a document that holds a refused edit.
      else tab = openLocal(new Y.Doc())
      return ok
    },
  }
}

beforeAll(async () => {
  host = await startVectorHost()
  browser = await launch()
  // Whole documents come with the folder.
  const ways = entryPoints.filter(({ name }) => name !== 'a whole document' && bySuite(FIRST, /./).test(name))
  for (const [i, { name, bring }] of ways.entries()) {
    host.add(`way${i}`, served(await bring()))
    names.set(`way${i}`, name)
  }
  const files = folder()
  const { release } = await importAndPublish(files)
  host.add('folder', release)
  names.set('folder', 'a folder')
  host.add(
    'written',
    asWritten(files, () => undefined),
  )
  host.add(
    'guarded',
    asWritten(files, (path) => release.get(path)?.policy ?? plainPolicy),
  )
  written = files.flatMap(({ path }) => (path.endsWith('.html') ? [path] : []))
})

afterAll(async () => {
  await browser?.close()
  host?.close()
})

interface Seen {
  /** The addresses of documents in which a script ran, and what dialogs said. */
  ran: Set<string>
  /** The requests to other hosts. */
  left: ReadonlySet<string>
  /** Batches that did not end in time. */
  hung: string[]
}

/** Opens every page of sites, and does what a visitor does: points, clicks, types, sends. Tells of each site in turn. */
async function visit(sites: readonly string[], tell: (seen: Seen, name: string) => void): Promise<void> {
  let seen: Seen = { ran: new Set(), left: new Set(), hung: [] }
  const context = await browser.newContext({ proxy: { server: host.proxy } })
  await context.addInitScript(`(${watch.toString()})()`)
  context.on('console', (message) => {
    if (message.text().startsWith('pwn ')) seen.ran.add(message.text().slice(4))
  })
  context.on('dialog', (dialog) => {
    seen.ran.add(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  for (const name of sites) {
    host.left.clear()
    seen = { ran: new Set(), left: host.left, hung: [] }
    const listings = host.listings(name)
    expect(listings.length, name).toBeGreaterThan(0)
    for (const { address, pages } of listings) {
      const tab = await context.newPage()
      if (!(await inTime(open(tab, address)))) seen.hung.push(`${address}: ${pages.join(' ')}`)
      await closeAll(context)
    }
    tell(seen, name)
  }
  await context.close()
}

async function open(tab: Page, address: string): Promise<void> {
  await tab.goto(address, { waitUntil: 'commit' })
  await tab.evaluate('allLoaded')
  // Tasks that wait for the next turns of a page get them: the frames are shown, and come after this one.
  await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

async function inTime(opening: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), DEADLINE)
  })
  const ended = opening.then(
    () => true,
    () => false,
  )
  const result = await Promise.race([ended, late])
  clearTimeout(timer)
  return result
}

/** The tab and whatever windows its pages have opened. */
async function closeAll(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((each) => each.close({ runBeforeUnload: false })))
}

/**
 * Runs in every document before anything else: `pwn` tells, and once loaded every element is pointed at, focused and
 * clicked. Only what runs a script is let go its way, so that nothing leaves because a visitor followed a link.
 */
function watch(): void {
  const where = () => {
    let at: Window = window
    try {
      while (at.parent !== window.top && at.parent !== at) at = at.parent
      return at.name || at.location.href
    } catch {
      return `in ${location.href}`
    }
  }
  Object.assign(window, { pwn: () => console.debug(`pwn ${where()}`) })
  if (window === window.top) return
  const runs = (url: string | null) => /^[\0-\x20]*j[\t\n\r]*a[\t\n\r]*v[\t\n\r]*a/i.test(url ?? '')
  const touch = () => {
    const roots: (Document | ShadowRoot)[] = [document]
    for (const root of roots) {
      root.addEventListener('click', (event) => {
        const link = event.composedPath().find((each) => each instanceof Element && each.matches('a, area'))
        const written = link instanceof Element ? (link.getAttribute('href') ?? link.getAttribute('xlink:href')) : null
        // An animation sets it in no attribute.
        const address = link instanceof SVGAElement ? link.href.animVal : written
        if (link && !runs(address)) event.preventDefault()
      })
      root.addEventListener('submit', (event) => {
        const { submitter, target } = event instanceof SubmitEvent ? event : { submitter: null, target: null }
        const action =
          submitter?.getAttribute('formaction') ?? (target instanceof Element ? target.getAttribute('action') : null)
        if (!runs(action)) event.preventDefault()
      })
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) roots.push(element.shadowRoot)
        for (const type of ['mouseover', 'mouseenter', 'pointerenter', 'focus', 'blur', 'click', 'beforetoggle']) {
          element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
        }
        if (element instanceof HTMLFormElement) element.requestSubmit()
        if (element instanceof HTMLButtonElement && element.form) element.click()
      }
    }
  }
  addEventListener('load', () => {
    touch()
    // Animations begin with the first frame that is shown.
    if (document.querySelector('animate, set')) requestAnimationFrame(() => requestAnimationFrame(touch))
  })
}

deepTest('as they were written, the vectors do act: what is looked for is found', async () => {
  await visit(['written'], ({ ran, left, hung }) => {
    expect(hung).toEqual([])
    const pages = written.filter((path) => [...ran].some((address) => address.includes(`/${path}?`)))
    // The others act only where they are read a second time, or in browsers of the past.
    expect(pages.length, `of ${written.length} pages`).toBeGreaterThan(40)
    expect([...left]).toEqual(expect.arrayContaining(['http://evil.test/x.js', 'https://evil.test:443']))
  })
})

test('the policies of a release stop by themselves what was written', async () => {
  await visit(['guarded'], ({ ran, hung }) => {
    expect(hung).toEqual([])
    expect([...ran]).toEqual([])
  })
})

test.each<[string, boolean, RegExp]>([
  // A policy only ever takes away, and the folder's pages were seen under theirs with nothing taken out of them: the
  // entry points with the largest content represent the others.
  ...bySuite<[string, boolean, RegExp][]>([], [['under the policies of the release', true, FIRST]]),
  ['with every policy taken away', false, /./],
])('nothing that was published of them acts, %s', async (_, policies, which) => {
  host.setPolicies(policies)
  const sites = [...names].flatMap(([name, shown]) => (which.test(shown) ? [name] : []))
  await visit(sites, ({ ran, left, hung }, name) => {
    const shown = names.get(name)
    expect.soft(hung, shown).toEqual([])
    expect.soft([...ran], `${shown}: ran`).toEqual([])
    expect.soft([...left], `${shown}: left the site`).toEqual([])
  })
})

test('nothing that a tab writes past every operation acts once it is printed', async () => {
  const { files, taken, refused } = await fuzzPages({ pages: FUZZED, seed: 9, open: openPage })
  expect(taken).toBeGreaterThan(5 * FUZZED)
  expect(refused).toBeGreaterThan(FUZZED)
  const acts = { path: 'acts', text: '<!doctype html><svg><a><set attributeName="href" to="javascript:pwn()"/>' }
  const context = await browser.newContext({ offline: true })
  await context.addInitScript(`(${watch.toString()})()`)
  const ran = new Set<string>()
  context.on('console', (message) => {
    if (message.text().startsWith('pwn ')) ran.add(message.text().slice(4))
  })
  const tab = await context.newPage()
  const pages = [...files, acts]
  for (let from = 0; from < pages.length; from += SHOWN_AT_ONCE) {
    await tab.evaluate(showAll, pages.slice(from, from + SHOWN_AT_ONCE))
  }
  await context.close()
  expect([...ran].map((path) => pages.find((each) => each.path === path)?.text ?? path)).toEqual([acts.text])
})

const SHOWN_AT_ONCE = 100

/** Opens documents as frames that are named by their path, as a browser parses a page, without a policy. */
async function showAll(pages: readonly { path: string; text: string }[]): Promise<void> {
  const frames = pages.map(({ path, text }) => {
    const frame = document.createElement('iframe')
    frame.name = path
    frame.srcdoc = text
    return frame
  })
  const loaded = frames.map((frame) => new Promise((done) => frame.addEventListener('load', done, { once: true })))
  document.body.replaceChildren(...frames)
  await Promise.all(loaded)
  // Tasks that wait for the next turns of a page get them, and those that these began.
  for (let turn = 0; turn < 4; turn += 1) await new Promise((done) => requestAnimationFrame(done))
}
