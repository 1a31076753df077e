import type { LooseNode } from '../document/edit.ts'

/**
 * Whether this tree certainly stays the same when printed and parsed again. A quick test that may return
 * false wrongly, never true: each element must be one that the parser of the HTML standard (13.2.6) opens and closes
 * exactly at its tags, given the elements around it. The input is a parser's output, perhaps with parts removed.
 * @param context the elements around the nodes, from the body's child inwards
 */
export function isPlain(
  nodes: readonly LooseNode[],
  context: readonly { tag: string; ns?: string | undefined }[] = [],
): boolean {
  let state = START
  let parent = 'body'
  for (const { tag, ns } of context) {
    state = ns === undefined ? enter(KINDS.get(tag), parent, state) : UNSURE
    if (state === UNSURE) return false
    parent = tag
  }
  const around = KINDS.get(parent)
  if (around === TEXT || around === SAMPLE) return false
  return around === TABLE ? isPlainTable(parent, nodes, state) : arePlain(nodes, parent, state)
}

/** The open elements that another one of their kind would close: a set of the bits below. */
type State = number
const P = 1
const A = 2
const NOBR = 4
const BUTTON = 8
const FORM = 16
const LI = 32
const DD = 64
const START: State = 0

/** The kinds of elements with rules of their own; any other element is allowed everywhere. */
type Kind = number
const PARAGRAPH = 1
/** Close an open paragraph. */
const GROUP = 2
/** Close an open paragraph, and stop a list item from looking further up for the one before it. */
const BLOCK = 3
/** May be nested as long as each is closed where it was opened. */
const INLINE = 4
const LINK = 5
const ITEM = 6
const HEADING = 7
const TERM = 8
const BUTTONS = 9
const FORMS = 10
const UNBROKEN = 11
const TABLE = 12
const RUBY = 13
/** Holds text, and closes an open paragraph. */
const SAMPLE = 14
/** Holds text. */
const TEXT = 15
const VOID = 16
const VOID_BLOCK = 17
/** The rules depend on more than is checked here. */
const OTHER = 18

const KINDS: ReadonlyMap<string, Kind> = new Map(
  (
    [
      ['p', PARAGRAPH],
      ['div address', GROUP],
      [
        'article aside blockquote center details dialog dir dl fieldset figcaption figure footer header hgroup main menu nav ol search section summary ul pre listing',
        BLOCK,
      ],
      ['span b big code em font i s small strike strong tt u', INLINE],
      ['a', LINK],
      ['li', ITEM],
      ['h1 h2 h3 h4 h5 h6', HEADING],
      ['dd dt', TERM],
      ['button', BUTTONS],
      ['form', FORMS],
      ['nobr', UNBROKEN],
      ['table', TABLE],
      ['rt rp', RUBY],
      ['xmp', SAMPLE],
      ['textarea title style iframe noembed noframes', TEXT],
      ['area br embed img input wbr param source track link meta bgsound basefont', VOID],
      ['hr', VOID_BLOCK],
      [
        'html head body frameset frame base script plaintext image isindex keygen rb rtc applet marquee object select option optgroup noscript template caption col colgroup tbody td tfoot th thead tr',
        OTHER,
      ],
    ] as const
  ).flatMap(([tags, kind]) => tags.split(' ').map((tag) => [tag, kind] as const)),
)
/** The children that a part of a table may have, beside white space and comments. */
const TABLES: Readonly<Record<string, ReadonlySet<string>>> = {
  table: new Set(['caption', 'colgroup', 'thead', 'tbody', 'tfoot']),
  colgroup: new Set(['col']),
  thead: new Set(['tr']),
  tbody: new Set(['tr']),
  tfoot: new Set(['tr']),
  tr: new Set(['td', 'th']),
}
/** Elements of HTML that end a drawing or formula (13.2.6.5). */
const BREAKOUT: ReadonlySet<string> = new Set(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var font'.split(
    ' ',
  ),
)
const INTEGRATION: ReadonlySet<string> = new Set(
  'foreignObject desc title annotation-xml mi mo mn ms mtext mglyph malignmark'.split(' '),
)

/** The state of an element whose content cannot be judged with certainty. */
const UNSURE: State = -1

/** The state inside an element; `UNSURE` if its tags might be read as something else. */
function enter(kind: Kind | undefined, parent: string, state: State): State {
  switch (kind) {
    case undefined:
    case INLINE:
    case TEXT:
    case VOID:
      return state
    case PARAGRAPH:
      return state & P ? UNSURE : state | P
    case GROUP:
    case TABLE:
    case SAMPLE:
    case VOID_BLOCK:
      return state & P ? UNSURE : state
    case LINK:
      return state & A ? UNSURE : state | A
    case ITEM:
      return state & (P | LI) ? UNSURE : (state & ~DD) | LI
    case BLOCK:
      return state & P ? UNSURE : state & ~(LI | DD)
    case HEADING:
      return state & P || KINDS.get(parent) === HEADING ? UNSURE : state & ~(LI | DD)
    case TERM:
      return state & (P | DD) ? UNSURE : (state & ~LI) | DD
    case BUTTONS:
      return state & BUTTON ? UNSURE : (state & ~(P | LI | DD)) | BUTTON
    case FORMS:
      return state & (P | FORM) ? UNSURE : (state & ~(LI | DD)) | FORM
    case UNBROKEN:
      return state & NOBR ? UNSURE : state | NOBR
    case RUBY:
      return parent === 'ruby' ? state : UNSURE
    default:
      return UNSURE
  }
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
    const kind = KINDS.get(tag)
    if (kind === VOID) continue
    const inside = enter(kind, parent, state)
    if (inside === UNSURE) return false
    if (children === undefined) continue
    if (kind === TEXT || kind === SAMPLE) {
      if (!isPlainText(tag, children)) return false
    } else if (kind === TABLE) {
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
      // Only text is read the same there, such as the words of a formula.
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

/** Whether the printer certainly writes a comment as it is. */
function isPlainComment(text: string): boolean {
  return !/--!?>|^-?>|<!-$|<\//.test(text)
}

function holdsMarks({ css, children }: LooseNode): boolean {
  return (css?.includes('<') ?? false) || (children ?? []).some(({ text }) => text?.includes('<') ?? true)
}
