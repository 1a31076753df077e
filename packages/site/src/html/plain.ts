import type { LooseNode } from '../document/edit.ts'

/**
 * Whether HTML text says for sure what this tree is: printed and parsed again it is the same. A quick test that may say
 * no wrongly, never yes: each element must be one that the parser of the HTML standard (13.2.6) opens and closes just
 * where its tags stand, given the elements around it. Takes what a parser made, perhaps with parts taken out.
 * @param context the elements around the nodes, from the body's child inwards
 */
export function isPlain(
  nodes: readonly LooseNode[],
  context: readonly { tag: string; ns?: string | undefined }[] = [],
): boolean {
  let state = START
  let parent = 'body'
  for (const { tag, ns } of context) {
    const next: State | undefined = ns === undefined ? enter(tag, parent, state) : undefined
    if (next === undefined) return false
    state = next
    parent = tag
  }
  if (TEXTS.has(parent)) return false
  return parent === 'table' ? isPlainTable(parent, nodes, state) : arePlain(nodes, parent, state)
}

/** What is open around a place and would be closed by another one of its kind: a set of the bits below. */
type State = number
const P = 1
const A = 2
const NOBR = 4
const BUTTON = 8
const FORM = 16
const LI = 32
const DD = 64
const START: State = 0

/** Close an open paragraph, and stand in the way of a list item that looks for the one before it. */
const BLOCKS: ReadonlySet<string> = new Set(
  'article aside blockquote center details dialog dir dl fieldset figcaption figure footer header hgroup main menu nav ol search section summary ul'.split(
    ' ',
  ),
)
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** Formatting elements that may stand in each other as long as each is closed where it was opened. */
const FORMATTING: ReadonlySet<string> = new Set('b big code em font i s small strike strong tt u'.split(' '))
/** Their content is text. */
const TEXTS: ReadonlySet<string> = new Set(['textarea', 'title', 'style', 'xmp', 'iframe', 'noembed', 'noframes'])
const VOID: ReadonlySet<string> = new Set(
  'area br embed img input wbr param source track link meta bgsound basefont'.split(' '),
)
/** Which children a part of a table has; white space and comments may stand beside them. */
const TABLES: Readonly<Record<string, ReadonlySet<string>>> = {
  table: new Set(['caption', 'colgroup', 'thead', 'tbody', 'tfoot']),
  colgroup: new Set(['col']),
  thead: new Set(['tr']),
  tbody: new Set(['tr']),
  tfoot: new Set(['tr']),
  tr: new Set(['td', 'th']),
}
/** Elements of which the rules depend on more than what is looked at here. */
const OTHER: ReadonlySet<string> = new Set(
  'html head body frameset frame base script plaintext image isindex keygen rb rtc applet marquee object select option optgroup noscript template caption col colgroup tbody td tfoot th thead tr'.split(
    ' ',
  ),
)
/** Elements of HTML that end a drawing or formula (13.2.6.5). */
const BREAKOUT: ReadonlySet<string> = new Set(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var font'.split(
    ' ',
  ),
)
const INTEGRATION: ReadonlySet<string> = new Set(
  'foreignObject desc title annotation-xml mi mo mn ms mtext mglyph malignmark'.split(' '),
)

/** The state inside an element; undefined where its tags might not be read as what they say. */
function enter(tag: string, parent: string, state: State): State | undefined {
  if (tag === 'p') return state & P ? undefined : state | P
  if (tag === 'div' || tag === 'address') return state & P ? undefined : state
  if (tag === 'span' || FORMATTING.has(tag)) return state
  if (tag === 'a') return state & A ? undefined : state | A
  if (tag === 'li') return state & (P | LI) ? undefined : (state & ~DD) | LI
  if (BLOCKS.has(tag)) return state & P ? undefined : state & ~(LI | DD)
  if (HEADINGS.has(tag)) return state & P || HEADINGS.has(parent) ? undefined : state & ~(LI | DD)
  if (tag === 'dd' || tag === 'dt') return state & (P | DD) ? undefined : (state & ~LI) | DD
  if (tag === 'pre' || tag === 'listing') return state & P ? undefined : state & ~(LI | DD)
  if (tag === 'button') return state & BUTTON ? undefined : (state & ~(P | LI | DD)) | BUTTON
  if (tag === 'form') return state & (P | FORM) ? undefined : (state & ~(LI | DD)) | FORM
  if (tag === 'nobr') return state & NOBR ? undefined : state | NOBR
  if (tag === 'table') return state & P ? undefined : state
  if (tag === 'hr' || tag === 'xmp') return state & P ? undefined : state
  if (tag === 'rt' || tag === 'rp') return parent === 'ruby' ? state : undefined
  return OTHER.has(tag) ? undefined : state
}

function arePlain(nodes: readonly LooseNode[], parent: string, state: State): boolean {
  for (const node of nodes) {
    if (node.kind === 'text') continue
    if (node.kind === 'comment') {
      if (!isPlainComment(node.text ?? '')) return false
      continue
    }
    const tag = node.tag ?? ''
    const { children } = node
    if (node.ns !== undefined) {
      if ((tag !== 'svg' && tag !== 'math') || !isPlainForeign(node)) return false
      continue
    }
    if (VOID.has(tag)) continue
    const inside = enter(tag, parent, state)
    if (inside === undefined) return false
    if (children === undefined) continue
    if (TEXTS.has(tag)) {
      if (!isPlainText(tag, children)) return false
    } else if (tag === 'table') {
      if (!isPlainTable(tag, children, inside)) return false
    } else if (!arePlain(children, tag, inside)) return false
  }
  return true
}

/** In a cell, nothing outside of the table is closed or counts as open but the form. */
function isPlainTable(tag: string, nodes: readonly LooseNode[], state: State): boolean {
  const allowed = TABLES[tag]
  if (!allowed) return arePlain(nodes, tag, state & FORM)
  for (const node of nodes) {
    if (node.kind === 'text' ? /[^\t\n\f ]/.test(node.text ?? '') : node.kind === 'comment') {
      if (node.kind === 'text' || !isPlainComment(node.text ?? '')) return false
      continue
    }
    if (node.kind === 'text') continue
    const inner = node.tag ?? ''
    if (node.ns !== undefined || !allowed.has(inner)) return false
    if (inner === 'col') continue
    if (!isPlainTable(inner, node.children ?? [], state)) return false
  }
  return true
}

/** A drawing or formula without HTML in it. */
function isPlainForeign({ ns, children }: LooseNode): boolean {
  for (const child of children ?? []) {
    if (child.kind === 'text') continue
    if (child.kind === 'comment') {
      if (!isPlainComment(child.text ?? '')) return false
      continue
    }
    const tag = child.tag ?? ''
    if (child.ns !== ns || BREAKOUT.has(tag.toLowerCase())) return false
    // Its name is that of an element of HTML that holds text: what looks like markup in it is written with care.
    if (/^(?:style|xmp|iframe|noembed|noframes|noscript|title|textarea)$/i.test(tag) && holdsMarks(child)) return false
    if (INTEGRATION.has(tag)) {
      // Text alone is read the same there; a formula's words are.
      if (tag === 'annotation-xml' || (child.children ?? []).some(({ kind }) => kind !== 'text')) return false
    } else if (!isPlainForeign(child)) return false
  }
  return true
}

function isPlainText(tag: string, children: readonly LooseNode[]): boolean {
  const [only, more] = children
  if (more || !only || only.kind !== 'text') return false
  return tag === 'textarea' || tag === 'title' || !(only.text ?? '').toLowerCase().includes(`</${tag}`)
}

/** What the printer surely writes as it is. */
function isPlainComment(text: string): boolean {
  return !/--!?>|^-?>|<!-$|<\//.test(text)
}

function holdsMarks({ css, children }: LooseNode): boolean {
  return (css?.includes('<') ?? false) || (children ?? []).some(({ text }) => text?.includes('<') ?? true)
}
