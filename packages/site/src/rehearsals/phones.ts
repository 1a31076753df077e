import type { Rehearsal } from '@atelier/agent'
import { callOf } from '@atelier/operation'
import { type Item, parseCss } from '../css/index.ts'
import { list_documents } from '../operations/reads/listDocuments.ts'
import { read_document } from '../operations/reads/readDocument.ts'
import { applyCss } from '../operations/styles/applyCss.ts'
import { failureOf, readPage } from './page.ts'
import { knowsAll } from './words.ts'

const vocabulary =
  /^(?:fix(?:es)?|mend|repair|make|adapt|layouts?|pages?|site|website|everything|it|this|that|is|are|looks?|broken|bad|wrong|ugly|on|for|my|our|the|an?|and|so|of|to|at|in|phones?|mobiles?|iphones?|android|handsets?|small(?:er)?|narrow|screens?|widths?|responsive|work|works|doesn[’']t|does|not|fit|fits|overflows?|overflowing|scrolls?|scrolling|sideways|horizontally|better|good|well|390|px|pixels)$/i
const narrow = /phones?|mobile|iphone|android|responsive|small(?:er)? screens?|narrow|sideways/i

/** Fixes what breaks on a narrow screen: rows that do not wrap, wide media, fixed widths, small targets. */
export const phones: Rehearsal = {
  id: 'site.phones',
  title: 'Fix the layout for phones',
  fits: (prompt) => (narrow.test(prompt) && knowsAll(prompt, vocabulary) ? 4 : 0),
  *play() {
    const [list, read] = yield {
      text: 'I read the page and its styles, looking for what cannot fit 390 pixels.',
      calls: [callOf(list_documents, {}), callOf(read_document, {})],
    }
    const page = readPage(list, read)
    const found = findings(page.css, page.html)
    const results = yield {
      text:
        found.reasons.length > 0
          ? `Found: ${found.reasons.join('; ')}.`
          : 'Nothing overflows by its own rules; I add the guards that keep it so.',
      calls: [callOf(applyCss, { css: found.css })],
    }
    const problem = failureOf(results)
    yield {
      text: problem
        ? `The styles were refused: ${problem}`
        : 'Everything new stands in one query for screens up to 640 pixels, so wider screens look as before. Switch to 390 above the canvas to see it.',
    }
  },
}

interface Findings {
  reasons: string[]
  css: string
}

/** Reads flat rules only: a rule inside a query is already adapted to a width. */
export function findings(css: string, html: string): Findings {
  const { items } = parseCss(css)
  const stylesOf = (all: readonly Item[]) => all.filter((item) => item.kind === 'style')
  const narrow = new Set(
    items.flatMap((item) =>
      item.kind === 'at' && item.name === 'media' && item.prelude.includes('max-width')
        ? stylesOf(item.items).map(({ prelude }) => prelude.trim())
        : [],
    ),
  )
  const grids: string[] = []
  const rows: string[] = []
  const wide: string[] = []
  for (const rule of stylesOf(items)) {
    const selector = rule.prelude.trim()
    const body = rule.items.map((item) => (item.kind === 'declaration' ? item.text : '')).join(';')
    if (narrow.has(selector) || !/[.#\w]/.test(selector) || selector.startsWith(':root')) continue
    const tracks = /grid-template-columns\s*:\s*([^;]+)/.exec(body)?.[1] ?? ''
    if (columns(tracks) > 1 && !fitsAnyWidth(tracks)) grids.push(selector)
    if (/display\s*:\s*(?:inline-)?flex/.test(body) && !/flex-wrap|flex-direction\s*:\s*column/.test(body))
      rows.push(selector)
    if (/(?<!max-)(?<!min-)width\s*:\s*(?:[4-9]\d\d|\d{4,})px/.test(body)) wide.push(selector)
  }
  const rules: string[] = ['  img, svg, video, iframe { max-width: 100%; }', '  body { overflow-wrap: break-word; }']
  const reasons: string[] = []
  if (grids.length > 0) {
    reasons.push(
      `${grids.length === 1 ? 'one grid keeps' : `${grids.length} grids keep`} several columns (${grids.slice(0, 3).join(', ')})`,
    )
    rules.push(`  ${grids.join(', ')} { grid-template-columns: minmax(0, 1fr); }`)
  }
  if (rows.length > 0) {
    reasons.push(
      `${rows.length === 1 ? 'one row does' : `${rows.length} rows do`} not wrap (${rows.slice(0, 3).join(', ')})`,
    )
    rules.push(`  ${rows.join(', ')} { flex-wrap: wrap; }`)
  }
  if (wide.length > 0) {
    reasons.push(`${wide.length} fixed widths (${wide.slice(0, 3).join(', ')})`)
    rules.push(`  ${wide.join(', ')} { width: auto; max-width: 100%; }`)
  }
  if (/<nav\b/.test(html)) {
    reasons.push('links in the navigation are small to touch')
    rules.push('  nav a { display: inline-block; padding-block: 0.625rem; }')
  }
  if (/<input\b|<textarea\b|<select\b/.test(html))
    rules.push('  input, textarea, select { font-size: 1rem; max-width: 100%; }')
  return { reasons, css: `@media (max-width: 640px) {\n${rules.join('\n')}\n}` }
}

/** Whether tracks wrap by themselves, or are a narrow one beside the remaining space, as in a list of dates. */
function fitsAnyWidth(tracks: string): boolean {
  const [first = ''] = tracks.trim().split(/\s+/)
  const narrow = first === 'auto' || Number.parseFloat(/^(\d+(?:\.\d+)?|\.\d+)r?em$/.exec(first)?.[1] ?? '99') <= 8
  return /auto-fit|auto-fill/.test(tracks) || (narrow && columns(tracks) === 2)
}

/** The number of tracks in a value of `grid-template-columns`. */
function columns(tracks: string): number {
  const repeated = /repeat\(\s*(\d+)/.exec(tracks)?.[1]
  if (repeated) return Number(repeated)
  return tracks.trim() === ''
    ? 0
    : tracks
        .replace(/\([^()]*\)/g, 'x')
        .trim()
        .split(/\s+/).length
}
