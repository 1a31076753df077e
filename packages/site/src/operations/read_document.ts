import { defineOperation, fail, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import type { SiteContext } from '../context.ts'
import { htmlParts, jsonLength } from '../html/parts.ts'
import { readCss } from '../html/readCss.ts'
import type { Cleaned } from '../html/shorten.ts'
import { findPage, type OpenPage } from './target.ts'

/** The largest result, in characters of its JSON. */
export const READ_BUDGET = 80_000
/** Kept free for everything in a result that is not HTML or CSS. */
const OVERHEAD = 1_200

export const DocumentRef = Type.Object({ type: Type.Literal('page'), id: Type.String() })

const Range = Type.Tuple([Type.Number(), Type.Number()])
const ReadResult = Type.Object({
  document: DocumentRef,
  title: Type.String(),
  html: Type.String(),
  css: Type.String(),
  pageInfo: Type.Object({
    part: Type.Number(),
    totalParts: Type.Number(),
    nextPart: Type.Union([Type.Number(), Type.Null()]),
    /** Which characters of the page's whole HTML and CSS this part holds. */
    ranges: Type.Object({ html: Range, css: Range }),
    /** The length of this part's html and css as JSON. */
    serializedChars: Type.Number(),
    /** How many values of the page were shortened. */
    cleaned: Type.Object({ dataUrls: Type.Number(), longUrls: Type.Number(), longTexts: Type.Number() }),
  }),
})

export const read_document = defineOperation({
  id: 'site.read_document',
  summary: 'Read a page',
  description:
    'Read a page as HTML, where every element carries uid="<node id>" for the other tools, with the CSS that can apply to it. Without `document`: the page that is open. Long pages come in parts: go on with part = pageInfo.nextPart until it is null. Long URLs are shortened here; getNodeHtml gives them whole.',
  icon: 'file-text',
  effect: 'read',
  heavy: true,
  input: Type.Object(
    { document: Type.Optional(DocumentRef), part: Type.Optional(Type.Integer({ minimum: 1 })) },
    { additionalProperties: false },
  ),
  output: ReadResult,
  async run(context: SiteContext, { document, part = 1 }) {
    const target = await findPage(context, document?.id)
    if (target.refused) return target.refused
    const parts = readParts(context, target.found)
    const found = parts[part - 1]
    if (found) return ok(found)
    const message = `The page has ${parts.length} ${parts.length === 1 ? 'part' : 'parts'}; there is no part ${part}.`
    return fail('no_such_part', message, { path: '/part', hint: 'Begin with part 1 and follow pageInfo.nextPart.' })
  },
})

function readParts(context: SiteContext, { entry, tree }: OpenPage): Static<typeof ReadResult>[] {
  const cleaned: Cleaned = { dataUrls: 0, longUrls: 0, longTexts: 0 }
  const budget = READ_BUDGET - OVERHEAD - jsonLength(entry.title)
  const pieces = htmlParts(tree, budget, cleaned).map(({ html, from, to }) => ({
    html,
    css: '',
    ranges: { html: [from, to] as [number, number], css: [0, 0] as [number, number] },
  }))
  let offset = 0
  let last = pieces.at(-1)
  let room = budget - jsonLength(last?.html ?? '')
  for (const rule of readCss(context.site, tree, budget, cleaned)) {
    const size = jsonLength(rule)
    if (!last || (size > room && (last.html !== '' || last.css !== ''))) {
      const end = last?.ranges.html[1] ?? 0
      last = { html: '', css: '', ranges: { html: [end, end], css: [offset, offset] } }
      pieces.push(last)
      room = budget
    }
    last.css += rule
    offset += rule.length
    last.ranges.css[1] = offset
    room -= size
  }
  return pieces.map(({ html, css, ranges }, i) => ({
    document: { type: 'page', id: entry.id },
    title: entry.title,
    html,
    css,
    pageInfo: {
      part: i + 1,
      totalParts: pieces.length,
      nextPart: i + 1 < pieces.length ? i + 2 : null,
      ranges,
      serializedChars: JSON.stringify({ html, css }).length,
      cleaned,
    },
  }))
}
