import { isDeepStrictEqual } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { editable } from './editable.ts'
import { type Look, look, properties } from './look.ts'
import type { BothSites } from './publish.ts'
import { serveBoth } from './serve.ts'

/** How much of a site is the same after it was imported and published. Shares are between 0 and 1. */
export interface Fidelity {
  pages: number
  elements: number
  dom: number
  styles: number
  boxes: number
  pixels: number
  /** The applying declarations that the style panel shows. */
  editable: number
  /** Bytes of the published stylesheets by those of the source. */
  cssBytes: number
  /** The first few places that differ. */
  differences: string[]
}

export const widths = [375, 768, 1440] as const

/** Compares every page of a site at each width, without scripts and without network. */
export async function compareSite(
  browser: Pick<Browser, 'newContext'>,
  sites: BothSites,
  { at = widths, pixels = true }: { at?: readonly number[]; pixels?: boolean } = {},
): Promise<Fidelity> {
  const served = await serveBoth(sites)
  const counts = { dom: [0, 0], styles: [0, 0], boxes: [0, 0], pixels: [0, 0] }
  const differences: string[] = []
  let elements = 0
  const selectors = await editable(browser, sites, served.source)
  for (const width of at) {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    })
    await context.route('**', (route) => {
      const { hostname } = new URL(route.request().url())
      return hostname.endsWith('.localhost') ? route.continue() : route.abort()
    })
    const [one, other] = [await context.newPage(), await context.newPage()]
    for (const { path } of sites.pages.values()) {
      const address = path === 'index.html' ? '' : path
      const both = async () => {
        await one.goto(`${served.source}/${address}`, { waitUntil: 'load' })
        await other.goto(`${served.release}/${address}`, { waitUntil: 'load' })
        return [await one.evaluate(look, properties), await other.evaluate(look, properties)] as const
      }
      let [source, release] = await both()
      // A browser that is still laying out a page reports some old margins: a real difference shows again.
      if (!isDeepStrictEqual(source, release)) [source, release] = await both()
      const note = (what: string) => {
        if (differences.length < 12) differences.push(`${path} at ${width}: ${what}`)
      }
      elements += source.elements.length
      compareDom(source, release, counts.dom, note)
      compareElements(source, release, counts.styles, counts.boxes, note)
      if (pixels) await comparePixels(one, other, counts.pixels, note)
    }
    await context.close()
  }
  await served.close()
  const share = ([same = 0, all = 0]: number[]) => (all === 0 ? 1 : same / all)
  return {
    pages: sites.pages.size,
    elements,
    dom: share(counts.dom),
    styles: share(counts.styles),
    boxes: share(counts.boxes),
    pixels: share(counts.pixels),
    editable: selectors.share,
    cssBytes: cssRatio(sites),
    differences: [...differences, ...selectors.missing.slice(0, 5)],
  }
}

type Note = (what: string) => void

function compareDom(source: Look, release: Look, count: number[], note: Note): void {
  const length = Math.max(source.dom.length, release.dom.length)
  for (let index = 0; index < length; index += 1) {
    const same = source.dom[index] === release.dom[index]
    count[0] = (count[0] ?? 0) + (same ? 1 : 0)
    count[1] = (count[1] ?? 0) + 1
    if (!same) note(`${source.dom[index]} became ${release.dom[index]}`)
  }
}

function compareElements(source: Look, release: Look, styles: number[], boxes: number[], note: Note): void {
  for (const [index, element] of source.elements.entries()) {
    const other = release.elements[index]
    const near = element.box.every((value, side) => Math.abs(value - (other?.box[side] ?? Number.NaN)) <= 1)
    boxes[0] = (boxes[0] ?? 0) + (near ? 1 : 0)
    boxes[1] = (boxes[1] ?? 0) + 1
    if (!near) note(`${element.name}: box ${element.box} became ${other?.box}`)
    for (const [at, value] of element.styles.entries()) {
      const same = value === other?.styles[at]
      styles[0] = (styles[0] ?? 0) + (same ? 1 : 0)
      styles[1] = (styles[1] ?? 0) + 1
      if (!same) note(`${element.name}: ${properties[at]}: ${value} became ${other?.styles[at]}`)
    }
  }
}

async function comparePixels(one: Page, other: Page, count: number[], note: Note): Promise<void> {
  const options = { fullPage: true, animations: 'disabled' } as const
  const [source, release] = [await one.screenshot(options), await other.screenshot(options)]
  const raw = async (png: Buffer) => sharp(png).raw().toBuffer({ resolveWithObject: true })
  const [left, right] = [await raw(source), await raw(release)]
  const { width, height, channels } = left.info
  const all = width * height
  count[1] = (count[1] ?? 0) + all
  if (source.equals(release)) {
    count[0] = (count[0] ?? 0) + all
    return
  }
  if (right.info.width !== width || right.info.height !== height) {
    note(`the picture is ${right.info.width} × ${right.info.height} instead of ${width} × ${height}`)
    return
  }
  let same = 0
  for (let at = 0; at < all; at += 1) {
    let equal = true
    for (let channel = 0; channel < channels; channel += 1) {
      if (left.data[at * channels + channel] !== right.data[at * channels + channel]) equal = false
    }
    if (equal) same += 1
  }
  count[0] = (count[0] ?? 0) + same
  if (same < all) note(`${all - same} of ${all} pixels differ`)
}

/** Every stylesheet that is published, by those of the source that pages use; styles inside pages are the same text. */
function cssRatio({ source, release }: BothSites): number {
  let before = 0
  let after = 0
  for (const [path, { bytes, contentType }] of release) {
    if (!contentType.startsWith('text/css')) continue
    after += bytes.byteLength
    before += source.get(path.replace(/-[0-9a-f]{10}(?=\.css$)/, ''))?.byteLength ?? 0
  }
  return before === 0 ? (after === 0 ? 1 : Number.POSITIVE_INFINITY) : after / before
}
