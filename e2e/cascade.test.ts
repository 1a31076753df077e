import { createOverlay, type Draft, type View } from '@atelier/documents'
import {
  type LonghandStyle,
  nodeAttribute,
  type PageTree,
  printInnerHtml,
  readPageCascade,
  readStyle,
  readTree,
  removeDeclaration,
  type StyleTarget,
  selectorChoices,
  sheetText,
  shownCss,
  type TargetWish,
  writeStyle,
} from '@atelier/site'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longhandsOf } from '../packages/site/src/css/longhands.ts'
import { printCss } from '../packages/site/src/css/printCss.ts'
import { upsertCss } from '../packages/site/src/sheet/upsert.ts'
import { importInto } from '../packages/site/testing/importing.ts'
import { bySuite } from '../scripts/testing/runs.ts'
import {
  FRAMES,
  type GeneratedSite,
  generateEdit,
  generateElement,
  generateSite,
  seeded,
} from './support/cascadeSites.ts'
import { openBrowser, type TestBrowser } from './support/shared.ts'

// covers packages/site/src/css packages/site/src/styles

const ELEMENTS = bySuite(100, 300)
const SITES = bySuite(60, 200)

let browser: TestBrowser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await browser.newPage()
  await page.setContent('<!doctype html><title>Frames</title>')
})

afterAll(async () => {
  await browser?.close()
})

interface OpenSite {
  site: View
  page: Draft
  pageId: string
  tree: PageTree
  newId(): string
}

async function open({ html, linked, own }: GeneratedSite): Promise<OpenSite> {
  const { project, take } = importInto()
  const links = linked.map((_, index) => `<link rel="stylesheet" href="s${index}.css">`).join('')
  const files = Object.fromEntries(linked.map((css, index) => [`s${index}.css`, css]))
  await take({
    'index.html': `<!doctype html><html><head><title>x</title>${links}</head><body>${html}</body></html>`,
    ...files,
  })
  upsertCss(project.site, own, project.newId)
  const [pageId, document] = [...project.pages][0] ?? expect.fail()
  return { site: project.site, page: document, pageId, tree: readTree(document), newId: project.newId }
}

interface Winner {
  longhand: string
  property: string
  value: string
  next: { property: string; value: string } | undefined
}

/** A declaration that wins, and the page without it. */
interface Removal {
  /** Selects the element whose declaration it is. */
  of: string
  css: string
  style: string | undefined
  winners: Winner[]
}

interface ElementCase {
  name: string
  html: string
  css: string
  width: number
  removals: Removal[]
}

/** Runs in the page: what of each case is not as it was computed. */
async function compare(cases: readonly ElementCase[]): Promise<string[]> {
  const wrong: string[] = []
  const frame = document.createElement('iframe')
  frame.style.cssText = 'border: 0; height: 600px'
  frame.srcdoc = '<!doctype html><html><head><style></style></head><body></body></html>'
  await new Promise((done) => {
    frame.onload = done
    document.body.append(frame)
  })
  const inner = frame.contentDocument
  const style = inner?.querySelector('style')
  if (!inner || !style) return ['No frame']
  for (const { name, html, css, width, removals } of cases) {
    frame.style.width = `${width}px`
    inner.body.innerHTML = html
    style.textContent = css
    const element = inner.querySelector<HTMLElement>('#t')
    if (!element) return ['No element']
    const written = element.getAttribute('style')
    const put = (text: string | null | undefined) =>
      text === null || text === undefined ? element.removeAttribute('style') : element.setAttribute('style', text)
    const read = (of: Element, longhand: string) => getComputedStyle(of).getPropertyValue(longhand)
    // A transition that ends can begin another one, in an element that inherits.
    const settle = () => {
      for (let round = 0; round < 9 && inner.getAnimations().length > 0; round += 1) {
        for (const each of inner.getAnimations()) each.cancel()
      }
    }
    // The value of each longhand if its declaration outweighed everything.
    const probe = (of: HTMLElement, all: readonly { longhand: string; property: string; value: string }[]) => {
      const before = of.getAttribute('style')
      const found: string[] = []
      const said = all.map(
        ({ longhand, property, value }) => `${property === 'all' ? longhand : property}: ${value} !important`,
      )
      for (const text of new Set(said)) {
        of.setAttribute('style', `${before ?? ''}; ${text}`)
        settle()
        for (const [index, { longhand }] of all.entries()) if (said[index] === text) found[index] = read(of, longhand)
      }
      if (before === null) of.removeAttribute('style')
      else of.setAttribute('style', before)
      settle()
      return found
    }
    settle()
    const sourceOf = (of: string) => (of === '#t' ? element : inner.querySelector<HTMLElement>(of))
    const bases = removals.map(({ winners }) => winners.map(({ longhand }) => read(element, longhand)))
    for (const [place, { of, winners }] of removals.entries()) {
      const source = sourceOf(of)
      if (!source) return [`${name}: no ${of}`]
      const actual = winners.map(({ longhand }) => read(source, longhand))
      const expected = probe(source, winners)
      for (const [index, { longhand, property, value }] of winners.entries()) {
        const [own, shown] = [actual[index], bases[place]?.[index]]
        if (own !== expected[index]) wrong.push(`${name}: ${longhand} is ${own}, not of ${of} ${property}: ${value}`)
        // `currentcolor` is inherited as a word.
        else if (shown !== own && !(property === 'all' && longhand.endsWith('-color')))
          wrong.push(`${name}: ${longhand} is ${shown}, not ${own} of ${of}`)
      }
    }
    for (const { of, css: without, style: styleWithout, winners } of removals) {
      style.textContent = without
      put(of === '#t' ? styleWithout : written)
      settle()
      const source = sourceOf(of) ?? element
      const nexts = winners.flatMap(({ longhand, next }) => (next ? [{ longhand, ...next }] : []))
      const removed = nexts.map(({ longhand }) => read(source, longhand))
      const runnersUp = probe(source, nexts)
      for (const [index, { longhand, property, value }] of nexts.entries()) {
        if (removed[index] === runnersUp[index]) continue
        wrong.push(`${name}: ${longhand} then is ${removed[index]}, not ${runnersUp[index]} of ${property}: ${value}`)
      }
    }
    style.textContent = css
    put(written)
    settle()
    const back = removals.map(({ winners }) => winners.map(({ longhand }) => read(element, longhand)))
    if (JSON.stringify(back) !== JSON.stringify(bases)) wrong.push(`${name}: not the same when all is put back`)
  }
  frame.remove()
  return wrong
}

async function elementCase(seed: number): Promise<ElementCase> {
  const generated = generateElement(seed)
  const { site, pageId, tree } = await open(generated)
  const node = [...tree.walk()].find((each) => nodeAttribute(each, 'id') === 't') ?? expect.fail()
  const { found } = readStyle(site, tree, node.id, { width: generated.width }, pageId)
  const style = nodeAttribute(node, 'style')
  const removals = new Map<string, Removal>()
  for (const { property: longhand, source, overridden } of found?.longhands ?? []) {
    const { nodeId, ruleId = '', declarationId = '', property, value } = source
    const key = `${ruleId} ${declarationId} ${nodeId} ${property}: ${value}`
    const known = removals.get(key)
    const [next] = overridden
    const winner = { longhand, property, value, next: next && { property: next.property, value: next.value } }
    if (known) known.winners.push(winner)
    else
      removals.set(key, { ...without(source, style), of: nodeId === node.id ? '#t' : tagOf(nodeId), winners: [winner] })
  }
  function without({ ruleId, declarationId, property, value }: LonghandStyle['source'], written: string | undefined) {
    const draft = createOverlay(site)
    if (ruleId === undefined || declarationId === undefined) {
      const all = written?.split('; ') ?? []
      const at = all.findLastIndex((each) => each.startsWith(`${property}: ${value}`))
      return { css: shownCss(site, tree, pageId), style: all.filter((_, index) => index !== at).join('; ') }
    }
    expect(removeDeclaration(draft, ruleId, declarationId).ok).toBe(true)
    return { css: shownCss(draft, tree, pageId), style: written }
  }
  function tagOf(nodeId: string) {
    return tree.node(nodeId)?.tag ?? 'html'
  }
  const css = shownCss(site, tree, pageId)
  return {
    name: generated.name,
    html: printInnerHtml(tree, tree.root),
    css,
    width: generated.width,
    removals: [...removals.values()],
  }
}

test('the shorthands set what Chromium says they set', async () => {
  const theirs = await page.evaluate(() => {
    const { style } = document.createElement('i')
    const names = Object.keys(Object.getOwnPropertyDescriptors(CSSStyleDeclaration.prototype))
    const all = [...names, ...Object.keys(style), ...getComputedStyle(document.body)]
    const found: [string, string[]][] = []
    for (const name of new Set(all.map((each) => each.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)))) {
      const property = name.replace(/^webkit-/, '-webkit-')
      style.cssText = ''
      style.setProperty(property, 'inherit')
      if (style.length > 1 && property !== 'all') found.push([property, [...style]])
    }
    return found
  })
  expect(theirs.length).toBeGreaterThan(60)
  const wrong = theirs.filter(([property, set]) => {
    const ours = new Set(longhandsOf(property))
    // If two longhands have one value in Chromium, the table has the value: `border-spacing`.
    return property !== 'border-spacing' && !set.flatMap((each) => longhandsOf(each)).every((each) => ours.has(each))
  })
  expect(wrong).toEqual([])
})

test(`of ${ELEMENTS} generated elements every longhand has the winner that Chromium has`, async () => {
  const cases = await Promise.all(Array.from({ length: ELEMENTS }, (_, seed) => elementCase(seed)))
  const wrong: string[] = []
  for (let from = 0; from < cases.length; from += 30) {
    wrong.push(...(await page.evaluate(compare, cases.slice(from, from + 30))))
  }
  const winners = cases.flatMap(({ removals }) => removals.flatMap((each) => each.winners))
  expect(winners.length).toBeGreaterThan(ELEMENTS * 10)
  expect(wrong.slice(0, 12)).toEqual([])
})

/** One style written in one frame. */
interface Edit {
  /** The index of the element among those of the body. */
  element: number
  width: number
  property: string
  value: string
  longhands: string[]
  /** The widths that the target names, its own too. */
  named: number[]
  /** The widths in which the property was said to win, its own too. */
  changes: number[]
  /** The longhands that stronger rules were said to keep. */
  kept: string[]
  html: string
  css: string
}

interface SiteCase {
  name: string
  html: string
  css: string
  edits: Edit[]
}

/** Runs in the page: which edits do not show, or show where they were not said to. */
async function check({ cases, widths }: { cases: readonly SiteCase[]; widths: readonly number[] }): Promise<string[]> {
  const wrong: string[] = []
  const frames = await Promise.all(
    widths.map(async (width) => {
      const frame = document.createElement('iframe')
      frame.style.cssText = `border: 0; height: 600px; width: ${width}px`
      frame.srcdoc = '<!doctype html><html><head><style></style></head><body></body></html>'
      await new Promise((done) => {
        frame.onload = done
        document.body.append(frame)
      })
      return { width, frame, inner: frame.contentDocument ?? document }
    }),
  )
  const settle = (inner: Document) => {
    for (let round = 0; round < 9 && inner.getAnimations().length > 0; round += 1) {
      for (const each of inner.getAnimations()) each.cancel()
    }
  }
  const show = (inner: Document, html: string, css: string) => {
    inner.body.innerHTML = html
    const style = inner.querySelector('head style')
    if (style) style.textContent = css
    settle(inner)
    return [...inner.body.querySelectorAll<HTMLElement>('*')]
  }
  const all = [...getComputedStyle(document.body), '--mark']
  const valuesOf = (element: HTMLElement, names: readonly string[]) => {
    const computed = getComputedStyle(element)
    return new Map(names.map((name) => [name, computed.getPropertyValue(name)]))
  }
  for (const { name, html, css, edits } of cases) {
    const before = frames.map(({ inner }) => show(inner, html, css).map((element) => valuesOf(element, all)))
    for (const edit of edits) {
      const said = `${name}: ${edit.property}: ${edit.value} on ${edit.element} at ${edit.width}`
      for (const [index, { width, inner }] of frames.entries()) {
        const elements = show(inner, edit.html, edit.css)
        const element = elements[edit.element]
        const old = before[index]?.[edit.element]
        if (!element || !old) return [`${said}: no element`]
        if (!edit.named.includes(width)) {
          for (const [at, each] of elements.entries()) {
            const first = [...valuesOf(each, all)].find(([key, value]) => before[index]?.[at]?.get(key) !== value)
            if (first) wrong.push(`${said}: changes ${first[0]} of ${at} at ${width}, which was not named`)
          }
          continue
        }
        const touched = edit.longhands
        const after = valuesOf(element, touched)
        element.style.setProperty(edit.property, edit.value, 'important')
        settle(inner)
        const wanted = valuesOf(element, touched)
        const shows = touched.filter((key) => after.get(key) === wanted.get(key))
        const changed = touched.filter((key) => (old.get(key) ?? '') !== after.get(key))
        if (width === edit.width) {
          const hidden = touched.filter((key) => !shows.includes(key) && !edit.kept.includes(key))
          if (hidden.length > 0)
            wrong.push(`${said}: ${hidden.join(' ')} does not show, and nothing stronger was named`)
          const vain = shows.filter((key) => edit.kept.includes(key) && changed.includes(key))
          if (vain.length > 0) wrong.push(`${said}: ${vain.join(' ')} shows, and something stronger was named`)
          continue
        }
        const isSaid = edit.changes.includes(width)
        if (changed.length > 0 && !isSaid) wrong.push(`${said}: ${changed.join(' ')} changes at ${width} too`)
        if (isSaid && shows.length === 0) wrong.push(`${said}: does not show at ${width}`)
      }
    }
  }
  for (const { frame } of frames) frame.remove()
  return wrong
}

/** The texts of all stylesheets, as lines. */
function linesOf(site: View): string[] {
  const sheets = [...site.keys('sheet:')].filter((key) => !key.includes('/')).map((key) => key.slice('sheet:'.length))
  return [...sheets.map((id) => sheetText(site, id)), printCss(site)].flatMap((text) => [...text.split('\n'), '<end>'])
}

/** Lines that were taken out and put in, between what both have at the start and at the end. */
function difference(before: readonly string[], after: readonly string[]): { out: string[]; in: string[] } {
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return { out: before.slice(start, before.length - end), in: after.slice(start, after.length - end) }
}

async function siteCase(seed: number, wrong: string[]): Promise<SiteCase> {
  const generated = generateSite(seed)
  const random = seeded(seed + 10_000)
  const { site, page: document, pageId, tree, newId } = await open(generated)
  const elements = [...tree.walk()].filter(({ kind, id }) => kind === 'element' && id !== tree.root)
  const edits = FRAMES.map((width): Edit => {
    const element = random.below(elements.length)
    const node = elements[element] ?? expect.fail()
    const { property, value } = generateEdit(random)
    const choices = selectorChoices(readPageCascade(site, tree, pageId), node)
    const wish: TargetWish = random.chance(60) ? { width } : { width, selector: random.pick(choices).selector }
    const draft = createOverlay(site)
    const pageDraft = createOverlay(document)
    const outcome = writeStyle(draft, pageDraft, tree, node.id, wish, new Map([[property, value]]), newId, pageId)
    const { target, properties } = outcome.written ?? expect.fail(JSON.stringify(outcome))
    const [set] = properties
    const said = `${generated.name}: ${property}: ${value} for ${target.selector} at ${width}`
    wrong.push(
      ...strangeLines(difference(linesOf(site), linesOf(draft)), target, property).map((line) => `${said}: ${line}`),
    )
    const after = readTree(pageDraft)
    return {
      element,
      width,
      property,
      value,
      longhands: [...longhandsOf(property)],
      named: [width, ...target.changes],
      changes: [width, ...(set?.changes ?? [])],
      kept: set?.stronger.flatMap(({ longhands }) => longhands) ?? [],
      html: printInnerHtml(after, after.root),
      css: shownCss(draft, after, pageId),
    }
  })
  return { name: generated.name, html: printInnerHtml(tree, tree.root), css: shownCss(site, tree, pageId), edits }
}

/** Changes of an edit in the stylesheets besides its own lines. */
function strangeLines(changed: { out: string[]; in: string[] }, target: StyleTarget, property: string): string[] {
  const own = new Set(['', '}', `${target.selector}${target.state} {`, ...target.conditions.map((each) => `${each} {`)])
  const isOwn = (line: string) => own.has(line) || line.startsWith(`${property}: `) || /^@layer [\w.]+ \{$/.test(line)
  const left = changed.out.map((line) => line.trim()).filter((line) => !line.startsWith(`${property}: `))
  // A line that only moved with a removal above it is in both.
  const rest = changed.in.map((line) => line.trim()).filter((line) => !isOwn(line))
  return left.join('\n') === rest.join('\n') ? [] : [`takes out ${left.join(' ')}, puts in ${rest.join(' ')}`]
}

test(`of ${SITES} generated sites an edit in each frame shows there, and nowhere else than was said`, async () => {
  const wrong: string[] = []
  const cases = await Promise.all(Array.from({ length: SITES }, (_, seed) => siteCase(seed, wrong)))
  for (let from = 0; from < cases.length; from += 20) {
    wrong.push(...(await page.evaluate(check, { cases: cases.slice(from, from + 20), widths: FRAMES })))
  }
  expect(wrong.slice(0, 12)).toEqual([])
})
