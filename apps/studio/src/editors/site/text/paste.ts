import {
  cleanText,
  joinRuns,
  lengthOf,
  lineBreak,
  type PageNode,
  parseHtml,
  plainBlocks,
  type Run,
  replaceRange,
  splitRuns,
  type TextBlock,
  type TextRange,
} from '@atelier/site'
import { followedBy, isContinued, isHeading } from './blocks.ts'

/** The longest paste that is read, in characters. */
const MAX_PASTE = 500_000

/** The clipboard as paragraphs of text: its HTML cleaned, otherwise its plain text. */
export function pastedBlocks(html: string, text: string, options: { links: boolean }): TextBlock[] {
  if (html === '' || html.length > MAX_PASTE) return plainBlocks(text.slice(0, MAX_PASTE))
  const { blocks } = cleanText(parseHtml(html).nodes, options)
  return blocks.length > 0 ? blocks : plainBlocks(text)
}

export interface Pasted {
  /** The content of the element; without `html` all that was pasted is in it. */
  runs: Run[]
  /** The element and the blocks behind it, for `setRichText`, where paragraphs were pasted. */
  html?: string
  /** Where the caret goes: in the element, or in the last block behind it. */
  caret: number
}

/** Puts pasted blocks into an element's text: more than one become paragraphs behind it where it may have some. */
export function pasteBlocks(
  node: PageNode,
  runs: readonly Run[],
  range: TextRange,
  blocks: readonly TextBlock[],
): Pasted {
  const [first, ...others] = blocks
  const isParagraph = isContinued(node) || isHeading(node.tag)
  const isEmpty = lengthOf(runs) === range.to - range.from
  const retags = isEmpty && node.tag === 'p' && first !== undefined && isHeading(first.tag)
  const needsBlocks = others.length > 0 || retags || (first?.tag === 'li' && node.tag === 'p' && isEmpty)
  if (!first || !isParagraph || !needsBlocks) {
    const inline = joinRuns(blocks.flatMap((each, i) => [...(i > 0 ? [lineBreak()] : []), ...each.runs]))
    return { runs: replaceRange(runs, range, inline), caret: range.from + lengthOf(inline) }
  }
  const [before, behind] = splitRuns(replaceRange(runs, range, []), range.from)
  const last = others.at(-1)
  const caret = lengthOf((last ?? first).runs)
  if (!last) {
    const own = [...first.runs, ...behind]
    if (retags) return { runs: own, html: followedBy(node, first.tag, own, []), caret }
    return { runs: own, caret: range.from + caret }
  }
  const all = [...others.slice(0, -1), { ...last, runs: joinRuns([...last.runs, ...behind]) }]
  const own = joinRuns([...before, ...first.runs])
  return { runs: own, html: followedBy(node, retags ? first.tag : node.tag, own, all), caret }
}
