import type { LooseNode } from '../document/edit.ts'
import type { Attribute } from '../document/node.ts'
import { refuseUrl } from '../html/refuse.ts'
import { joinRuns, lineBreak, type Mark, type Run } from './run.ts'

/** A paragraph, heading or list item of pasted HTML. */
export interface TextBlock {
  tag: 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'li'
  /** For a list item: the list that it is in. */
  list?: 'ul' | 'ol'
  runs: Run[]
}

export interface CleanText {
  blocks: TextBlock[]
  /** The parts left out because they are no text, by tag: pictures, tables, forms. */
  left: string[]
}

export interface CleanOptions {
  /** Whether the element may hold links: nothing that can be clicked is inside of another such thing. */
  links?: boolean
}

/** The elements of a text that keep their meaning, by the tag that is written. */
const KEPT: Readonly<Record<string, string>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  s: 's',
  strike: 's',
  del: 's',
  code: 'code',
  tt: 'code',
  kbd: 'kbd',
  samp: 'samp',
  sub: 'sub',
  sup: 'sup',
  mark: 'mark',
  q: 'q',
  abbr: 'abbr',
}
const HEADING = /^h[1-6]$/
/** Elements that begin a paragraph of their own. */
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form header hr html legend li main nav ol p pre search section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
)
/** Elements whose content is no text of the page. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'audio button canvas datalist embed head iframe img input link math meta meter noscript object picture progress script select style svg template textarea title video'.split(
    ' ',
  ),
)
/** Elements of which no user expects anything to be kept. */
const SILENT: ReadonlySet<string> = new Set('head link meta script style template title'.split(' '))

interface Around {
  marks: readonly Mark[]
  tag: TextBlock['tag']
  list: 'ul' | 'ol'
  preserve: boolean
}

/**
 * Pasted HTML as paragraphs of text: of what a word processor or a page wrote, the words, the breaks, bold, italic,
 * struck and small formatting, links, headings and lists remain. Classes, styles, fonts and colours go.
 * @param nodes parsed through the refusal list
 */
export function cleanText(nodes: readonly LooseNode[], { links = true }: CleanOptions = {}): CleanText {
  const blocks: TextBlock[] = []
  const left = new Set<string>()
  let open: TextBlock | undefined

  function add(run: Run, { tag, list }: Around) {
    open ??= { tag, ...(tag === 'li' ? { list } : {}), runs: [] }
    open.runs.push(run)
  }
  function close() {
    const runs = open && trimRuns(open.runs)
    if (open && runs && runs.length > 0) blocks.push({ ...open, runs })
    open = undefined
  }

  function visit(node: LooseNode, around: Around) {
    if (node.kind === 'comment') return
    if (node.kind === 'text') {
      const text = around.preserve ? (node.text ?? '') : (node.text ?? '').replace(/[\t\n\f\r ]+/g, ' ')
      for (const [i, line] of (around.preserve ? text.split('\n') : [text]).entries()) {
        if (i > 0) add(lineBreak(around.marks), around)
        if (line !== '') add({ text: line, marks: around.marks }, around)
      }
      return
    }
    const tag = (node.tag ?? '').toLowerCase()
    const style = styleOf(node)
    if (LEFT_OUT.has(tag)) {
      if (!SILENT.has(tag)) left.add(tag)
      return
    }
    // The bullet that a word processor writes as text.
    if (style.get('mso-list')?.toLowerCase() === 'ignore') return
    if (tag === 'br') {
      add(lineBreak(around.marks), around)
      return
    }
    const inside: Around = { ...around, marks: marksOf(node, tag, style, around.marks, links) }
    if (/pre/.test(style.get('white-space') ?? '') || tag === 'pre') inside.preserve = true
    const isBlock = BLOCKS.has(tag) || HEADING.test(tag)
    if (tag === 'ul' || tag === 'ol') inside.list = tag
    if (tag === 'li') inside.tag = 'li'
    else if (isHeading(tag)) inside.tag = tag
    const bullet = style.get('mso-list') === undefined ? undefined : bulletOf(node)
    if (bullet !== undefined) Object.assign(inside, { tag: 'li', list: /[\p{L}\p{N}]/u.test(bullet) ? 'ol' : 'ul' })
    if ((tag === 'td' || tag === 'th') && (open?.runs.length ?? 0) > 0) add({ text: ' ', marks: [] }, around)
    if (isBlock) close()
    for (const child of node.children ?? []) visit(child, inside)
    if (isBlock) close()
  }

  for (const node of nodes) visit(node, { marks: [], tag: 'p', list: 'ul', preserve: false })
  close()
  return { blocks, left: [...left] }
}

const isHeading = (tag: string): tag is 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' => HEADING.test(tag)

/** Plain text as paragraphs, which empty lines separate; a single new line is a break. */
export function plainBlocks(text: string): TextBlock[] {
  const paragraphs = text.replace(/\r\n?/g, '\n').split(/\n[\t ]*\n\s*/)
  return paragraphs.flatMap((paragraph): TextBlock[] => {
    const runs = paragraph.split('\n').flatMap((line, i): Run[] => {
      const words: Run[] = line === '' ? [] : [{ text: line, marks: [] }]
      return i > 0 ? [lineBreak(), ...words] : words
    })
    const trimmed = paragraphs.length > 1 ? trimRuns(runs) : runs
    return trimmed.length > 0 ? [{ tag: 'p', runs: trimmed }] : []
  })
}

/** The text of the bullet or number in front of a list paragraph of a word processor; undefined if there is none. */
function bulletOf(node: LooseNode): string | undefined {
  for (const child of node.children ?? []) {
    if (child.kind !== 'element') continue
    if (styleOf(child).get('mso-list')?.toLowerCase() === 'ignore') return looseNodeText(child)
    const inside = bulletOf(child)
    if (inside !== undefined) return inside
  }
  return undefined
}

function looseNodeText(node: LooseNode): string {
  return node.kind === 'text' ? (node.text ?? '') : (node.children ?? []).map(looseNodeText).join('')
}

function styleOf({ attrs = [] }: LooseNode): ReadonlyMap<string, string> {
  const style = attrs.find(([name]) => name.toLowerCase() === 'style')?.[1] ?? ''
  return new Map(
    style.split(';').flatMap((each): [string, string][] => {
      const colon = each.indexOf(':')
      return colon < 0 ? [] : [[each.slice(0, colon).trim().toLowerCase(), each.slice(colon + 1).trim()]]
    }),
  )
}

/** The marks of an element: by its tag, or by a style that a word processor wrote for it. */
function marksOf(
  node: LooseNode,
  tag: string,
  style: ReadonlyMap<string, string>,
  around: readonly Mark[],
  links: boolean,
): readonly Mark[] {
  const wanted: string[] = []
  const weight = style.get('font-weight')
  const isNormal = weight === 'normal' || Number(weight) < 600
  const slant = style.get('font-style')
  const kept = Object.hasOwn(KEPT, tag) ? KEPT[tag] : undefined
  if (kept !== undefined && !(kept === 'strong' && isNormal) && !(kept === 'em' && slant === 'normal'))
    wanted.push(kept)
  if (!BLOCKS.has(tag) && !HEADING.test(tag)) {
    if (weight === 'bold' || weight === 'bolder' || Number(weight) >= 600) wanted.push('strong')
    if (slant === 'italic' || slant === 'oblique') wanted.push('em')
    if (/line-through/.test(style.get('text-decoration') ?? style.get('text-decoration-line') ?? '')) wanted.push('s')
    const raised = style.get('vertical-align')
    if (raised === 'sub' || raised === 'super') wanted.push(raised === 'sub' ? 'sub' : 'sup')
  }
  const has = (each: string) => around.some((mark) => mark.tag === each)
  const marks = [...new Set(wanted)]
    .filter((each) => !has(each))
    .map((each): Mark => ({ tag: each, attrs: titleAttribute(node, each) }))
  const href = tag === 'a' && links && !has('a') ? linkOf(node) : undefined
  return href === undefined ? [...around, ...marks] : [...around, { tag: 'a', attrs: [['href', href]] }, ...marks]
}

function titleAttribute({ attrs = [] }: LooseNode, tag: string): Attribute[] {
  return tag === 'abbr' ? attrs.filter(([name]) => name === 'title') : []
}

function linkOf({ attrs = [] }: LooseNode): string | undefined {
  const href = attrs.find(([name]) => name === 'href')?.[1].trim()
  const isKept = href !== undefined && href !== '' && !/^file:/i.test(href) && refuseUrl(href) === undefined
  return isKept ? href : undefined
}

/** Runs without white space at their ends and with single spaces between words. */
function trimRuns(runs: readonly Run[]): Run[] {
  let space = true
  const single = joinRuns(runs).map((run): Run => {
    if (run.text === undefined) {
      space = run.atom.tag === 'br'
      return run
    }
    const text = space ? run.text.replace(/^ +/, '') : run.text
    if (text !== '') space = text.endsWith(' ')
    return { ...run, text }
  })
  const kept = joinRuns(single)
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    const text = last.text?.trimEnd() ?? ''
    if (last.text === undefined && last.atom.tag !== 'br') break
    kept.pop()
    if (text !== '') {
      kept.push({ text, marks: last.marks })
      break
    }
  }
  while (kept[0]?.atom?.tag === 'br') kept.shift()
  return kept
}
