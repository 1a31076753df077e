import type { Token } from 'parse5'
import { VOID_TAGS } from '../document/tree.ts'
import type { Watch } from '../html/built.ts'
import type { ParseContext } from '../html/parse.ts'
import { nameStart, valueAt } from '../html/sourceLosses.ts'
import { JSX } from './htmlTemplates.ts'
import type { MistakeKind, Mistakes } from './mistakes.ts'

const SELF_CLOSED: MistakeKind = {
  says: (list) =>
    `HTML has no self-closing form of ${list}: the “/” counts for nothing, so what follows came to stand inside it. Write an end tag; fix it with replaceNodeHtml.`,
}
const LEFT_OPEN: MistakeKind = {
  says: (list, count) =>
    `${list} ${count > 1 ? 'were' : 'was'} never closed, so the element reaches to the end of what is around it. Check where what follows came to stand (outline), and send it again with its end tag through replaceNodeHtml.`,
}
const CROSSED: MistakeKind = {
  says: (list) =>
    `Tags cross: ${list}. The parser closed and opened elements to undo that, so the tree is another than the tags say. Close first what was opened last.`,
}
const CLOSES_NOTHING: MistakeKind = {
  says: (list, count) =>
    `${list} ${count > 1 ? 'close' : 'closes'} nothing that is open there and was dropped: an end tag stands too early, too often or is misspelled. Check the structure with outline.`,
}
const SPLIT_PARAGRAPH: MistakeKind = {
  says: (list) =>
    `A <p> cannot hold ${list}: the paragraph ended in front of it, and its </p> made another, empty <p>. Use a <div> around both.`,
}
const NESTED: MistakeKind = {
  says: (list) => `${list}: it cannot stand in its own kind, so the outer one ended in front of the inner one.`,
}
export const REPEATED: MistakeKind = {
  says: (list) => `An attribute is written twice on one element, and only the first counts; lost: ${list}. Write one.`,
}
const BROKEN_QUOTES: MistakeKind = {
  says: (list) =>
    `The quotes of an attribute do not pair up near ${list}: what follows was read as part of a value or as names of attributes. Send that element again.`,
}
const CUT_OFF: MistakeKind = {
  says: (list) => `The HTML ends inside ${list}, and that part was dropped. Send the rest.`,
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
/** Elements whose end tag may be left out. HTML, 13.1.2.4. */
const OPTIONAL_END = words(
  'p li dt dd option optgroup tr td th thead tbody tfoot colgroup caption rt rp rb rtc html head body',
)
/** Start tags that end an open paragraph. HTML, 13.2.6.4.7. */
const ENDS_PARAGRAPH = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr listing main menu nav ol p pre search section table ul xmp li dt dd summary',
)
const PARAGRAPH_SCOPE = words('table td th caption button object applet marquee template html body select')
const LIST_SCOPE = words('ul ol menu dl table td th caption template select button div section article')
const TABLE_SCOPE = words('table template')
const NOT_IN_ITSELF = words('a button h1 h2 h3 h4 h5 h6')
const PARAGRAPHS = words('p')
const TABLE_ENDS = words('table tbody thead tfoot tr td th caption')
const DOCUMENT = words('html head body')
const HEADING = /^h[1-6]$/
/** The open elements that a start tag ends, and the elements that bound the search for them. */
const ENDS: ReadonlyMap<string, { ends: ReadonlySet<string>; scope: ReadonlySet<string> }> = new Map(
  Object.entries({
    li: { ends: words('li'), scope: LIST_SCOPE },
    dt: { ends: words('dt dd'), scope: LIST_SCOPE },
    dd: { ends: words('dt dd'), scope: LIST_SCOPE },
    option: { ends: words('option'), scope: words('select datalist optgroup template') },
    optgroup: { ends: words('optgroup option'), scope: words('select template') },
    rt: { ends: words('rt rp'), scope: words('ruby template') },
    rp: { ends: words('rt rp'), scope: words('ruby template') },
    td: { ends: words('td th'), scope: words('tr table template') },
    th: { ends: words('td th'), scope: words('tr table template') },
    tr: { ends: words('tr caption colgroup'), scope: words('tbody thead tfoot table template') },
    tbody: { ends: words('tbody thead tfoot caption colgroup'), scope: TABLE_SCOPE },
    thead: { ends: words('tbody thead tfoot caption colgroup'), scope: TABLE_SCOPE },
    tfoot: { ends: words('tbody thead tfoot caption colgroup'), scope: TABLE_SCOPE },
    colgroup: { ends: words('colgroup caption'), scope: TABLE_SCOPE },
  }),
)
const TABLE_PARTS = words('caption col colgroup tbody td tfoot th thead tr')
/** Start tags that have more effects than opening their element. */
const TELLING: ReadonlySet<string> = new Set([...ENDS.keys(), ...ENDS_PARAGRAPH, ...NOT_IN_ITSELF, ...TABLE_PARTS])
const TABLE_AROUND = words('table tbody thead tfoot tr colgroup template')
const HTML_IN_FOREIGN = words('foreignobject desc title annotation-xml mi mo mn ms mtext')

/** The maximum nesting of elements, and number of repeated attributes, that is checked. */
const MAX_DEPTH = 400
const MAX_REPEATS = 50

interface Open {
  tag: string
  isForeign: boolean
  /** It was written as `<div />`. */
  selfClosed: boolean
  holds: boolean
  /** It surrounds the HTML and is not part of it. */
  isContext: boolean
}

/**
 * Tracks the tags of HTML during parsing: what they open and close, compared with what the parser builds. The
 * parser itself reports none of this, like a browser.
 */
export class SourceWatch {
  /** Parts of a table outside of any table. */
  readonly tableParts: string[] = []
  readonly #source: string
  readonly #mistakes: Mistakes
  readonly #open: Open[]
  readonly #context: number
  /** Elements that an outer end tag closed, whose own end tag may still follow. */
  readonly #closedEarly: { tag: string; by: string }[] = []
  /** The tag that ended a paragraph whose end tag may still follow. */
  readonly #splitBy: string[] = []
  /** Whether the remaining tags are skipped. */
  #ended = false
  /** How many paragraphs are open. */
  #paragraphs = 0
  #repeats = 0

  constructor(source: string, context: ParseContext, mistakes: Mistakes) {
    this.#source = source
    this.#mistakes = mistakes
    this.#open = context.map(({ tag, ns }) => ({
      tag,
      isForeign: ns !== undefined,
      selfClosed: false,
      holds: true,
      isContext: true,
    }))
    this.#context = this.#open.length
  }

  /** Subscribes to the tags of a parser; call it before the parser receives any source. */
  readonly attach: Watch = (parser) => {
    const { onStartTag, onEndTag, onCharacter, onEof } = parser
    parser.onStartTag = (token) => {
      this.#startTag(token)
      onStartTag.call(parser, token)
    }
    parser.onEndTag = (token) => {
      this.#endTag(token.tagName)
      onEndTag.call(parser, token)
    }
    parser.onCharacter = (token) => {
      this.#content()
      onCharacter.call(parser, token)
    }
    parser.onEof = (token) => {
      this.#end()
      onEof.call(parser, token)
    }
    // Set here and not as an option, which would make the parser record the position of every token.
    parser.onParseError = ({ code, startOffset }) => {
      this.#error(code, startOffset)
    }
  }

  #content(): void {
    const top = this.#open.at(-1)
    if (!top) return
    if (top.selfClosed && !top.holds) this.#mistakes.add(SELF_CLOSED, `<${top.tag} />`)
    top.holds = true
  }

  #startTag({ tagName: tag, selfClosing }: Token.TagToken): void {
    const open = this.#open
    // Deeper nesting is not stored, and each search would take time proportional to the depth.
    if (open.length > MAX_DEPTH) this.#ended = true
    if (this.#ended) return
    const around = open.at(-1)
    const inForeign = around?.isForeign === true && !HTML_IN_FOREIGN.has(around.tag.toLowerCase())
    if (inForeign || tag === 'svg' || tag === 'math') {
      this.#content()
      if (!selfClosing) open.push({ tag, isForeign: true, selfClosed: false, holds: false, isContext: false })
      return
    }
    if (TELLING.has(tag)) {
      if (TABLE_PARTS.has(tag)) this.#tablePart(tag)
      const rule = ENDS.get(tag)
      if (rule) this.#endOpen(rule.ends, rule.scope)
      if (this.#paragraphs > 0 && ENDS_PARAGRAPH.has(tag)) this.#endParagraph(tag)
      if (NOT_IN_ITSELF.has(tag)) this.#nested(tag)
      if (tag === 'p') this.#paragraphs += 1
    }
    this.#content()
    // The parser turns an <image> into an <img>.
    if (VOID_TAGS.has(tag) || tag === 'image') return
    open.push({ tag, isForeign: false, selfClosed: selfClosing, holds: false, isContext: false })
  }

  #endParagraph(tag: string): void {
    if (this.#endOpen(PARAGRAPHS, PARAGRAPH_SCOPE) && tag !== 'p') this.#splitBy.push(tag)
  }

  #tablePart(tag: string): void {
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const each = this.#open[at]
      if (!each) continue
      if (TABLE_AROUND.has(each.tag)) return
      // A cell in this HTML ends where the next one starts; a surrounding cell does not.
      if (each.isContext && (each.tag === 'td' || each.tag === 'th' || each.tag === 'caption')) break
    }
    this.tableParts.push(tag)
  }

  /** Ends the innermost open element of some names, with all inside it; whether there was one. */
  #endOpen(tags: ReadonlySet<string>, scope: ReadonlySet<string>): boolean {
    const open = this.#open
    for (let at = open.length - 1; at >= this.#context; at -= 1) {
      const tag = open[at]?.tag ?? ''
      if (tags.has(tag)) {
        this.#close(at, tag, true)
        return true
      }
      if (scope.has(tag)) return false
    }
    return false
  }

  #nested(tag: string): void {
    const open = this.#open
    const isHeading = HEADING.test(tag)
    for (let at = open.length - 1; at >= this.#context; at -= 1) {
      const each = open[at]?.tag ?? ''
      if (each === tag || (isHeading && at === open.length - 1 && HEADING.test(each))) {
        if (open[at]?.selfClosed !== true) this.#mistakes.add(NESTED, `<${tag}> in <${each}>`)
        if (open[at]?.selfClosed === true) this.#content()
        for (const { tag: ended } of open.splice(at)) if (ended === 'p') this.#paragraphs -= 1
        return
      }
      if (isHeading || PARAGRAPH_SCOPE.has(each)) return
    }
  }

  /** Removes an element from the list with all its descendants. @param isImplied a start tag ends it, not an end tag */
  #close(at: number, by: string, isImplied: boolean): void {
    const open = this.#open
    // Nearly always it is the last one.
    if (at === open.length - 1) {
      if (open.pop()?.tag === 'p') this.#paragraphs -= 1
      return
    }
    const [first, ...inside] = open.splice(at)
    if (first?.tag === 'p') this.#paragraphs -= 1
    for (const each of inside) {
      if (each.tag === 'p') this.#paragraphs -= 1
      if (OPTIONAL_END.has(each.tag) || each.selfClosed || (!each.holds && !isImplied)) continue
      if (each.isForeign && !each.holds) continue
      if (this.#closedEarly.length < MAX_DEPTH) this.#closedEarly.push({ tag: each.tag, by })
    }
  }

  #endTag(tag: string): void {
    if (this.#ended) return
    const open = this.#open
    for (let at = open.length - 1; at >= this.#context; at -= 1) {
      const each = open[at]?.tag ?? ''
      if (each.toLowerCase() === tag || (HEADING.test(tag) && HEADING.test(each))) {
        this.#close(at, tag, false)
        return
      }
      // A tag outside a table closes nothing in its cells, and a tag inside a template does not close the table.
      if ((each === 'td' || each === 'th' || each === 'caption') && !TABLE_ENDS.has(tag)) break
      if (each === 'template') break
    }
    const early = this.#closedEarly.findIndex((each) => each.tag === tag)
    const [crossed] = early < 0 ? [] : this.#closedEarly.splice(early, 1)
    if (crossed) this.#mistakes.add(CROSSED, `<${crossed.by}>…<${tag}>…</${crossed.by}>…</${tag}>`)
    else if (tag === 'p' && this.#splitBy.length > 0) this.#mistakes.add(SPLIT_PARAGRAPH, `<${this.#splitBy.pop()}>`)
    else if (!VOID_TAGS.has(tag) && !(this.#context === 0 && DOCUMENT.has(tag)))
      this.#mistakes.add(CLOSES_NOTHING, `</${tag}>`)
  }

  #end(): void {
    // The parser takes the end again after it has closed an element that holds only text.
    if (this.#ended) return
    this.#ended = true
    for (const { tag } of this.#closedEarly) this.#mistakes.add(LEFT_OPEN, `<${tag}>`)
    for (const { tag, selfClosed } of this.#open.slice(this.#context)) {
      if (!OPTIONAL_END.has(tag) && !selfClosed) this.#mistakes.add(LEFT_OPEN, `<${tag}>`)
    }
  }

  #error(code: string, offset: number): void {
    if (code === 'duplicate-attribute') this.#repeated(offset)
    else if (code === 'eof-in-tag') this.#mistakes.add(CUT_OFF, 'a tag')
    else if (code === 'missing-end-tag-name') this.#mistakes.add(JSX, '<>…</>')
    else if (code === 'eof-in-comment') this.#mistakes.add(CUT_OFF, 'a comment')
    else if (code === 'unexpected-character-in-attribute-name')
      this.#mistakes.add(BROKEN_QUOTES, this.#source.slice(Math.max(0, offset - 30), offset + 10))
  }

  /** @param offset the end of the name of an attribute that the element already has */
  #repeated(offset: number): void {
    this.#repeats += 1
    if (this.#repeats > MAX_REPEATS) return
    const start = nameStart(this.#source, offset)
    const name = this.#source.slice(start, offset).toLowerCase()
    const tag = this.#source.lastIndexOf('<', start)
    const second = valueAt(this.#source, offset)
    const before = new RegExp(`[\\s"'/]${name.replace(/[^a-z0-9-]/g, '.')}(?=[\\s=/>])`).exec(
      this.#source.slice(tag, Math.min(start, tag + 4_000)).toLowerCase(),
    )
    const first = before ? valueAt(this.#source, tag + before.index + before[0].length) : undefined
    if (first !== second) this.#mistakes.add(REPEATED, second === '' ? name : `${name}="${second}"`)
  }
}
