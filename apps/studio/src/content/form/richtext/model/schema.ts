import { type DOMOutputSpec, type Mark, type MarkSpec, Schema } from 'prosemirror-model'

/*
 * The HTML that the surface supports. An element with anything else about it, such as a class, is of no use here: its block
 * stays as source (`blocks.ts`).
 */

const HEADINGS = [1, 2, 3, 4, 5, 6]

/** A mark that two elements mean: which one it was is kept. */
const twin = (tag: string, other: string): MarkSpec => ({
  attrs: { tag: { default: tag } },
  parseDOM: [tag, other].map((each) => ({ tag: each, getAttrs: () => ({ tag: each }) })),
  toDOM: ({ attrs }): DOMOutputSpec => [String(attrs.tag), 0],
})

const simpleMark = (tag: string): MarkSpec => ({ parseDOM: [{ tag }], toDOM: () => [tag, 0] })

const domAttribute = (dom: HTMLElement, name: string) => dom.getAttribute(name) ?? ''

/** The alignment that a style sets and nothing else; empty without one. */
const alignmentIn = (style: string): string =>
  /^text-align:(left|center|right);?$/.exec(style.replace(/\s/g, ''))?.[1] ?? ''

export const schema = new Schema({
  nodes: {
    /** `lead` is white space in front of the first block, and `tail` what Markdown has behind the last one. */
    doc: { content: 'block+', attrs: { lead: { default: '' }, tail: { default: '' } } },
    paragraph: {
      content: 'inline*',
      group: 'block',
      // In a list or a quote a paragraph without siblings has no element of its own, unless it came with one.
      attrs: { wrapped: { default: false } },
      parseDOM: [{ tag: 'p', getAttrs: () => ({ wrapped: true }) }],
      toDOM: () => ['p', 0],
    },
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: HEADINGS.map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${Number(attrs.level)}`, 0],
    },
    blockquote: {
      content: 'block+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    bullet_list: {
      content: 'list_item+',
      group: 'block',
      attrs: { marker: { default: '' } },
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    ordered_list: {
      content: 'list_item+',
      group: 'block',
      // The sign in front of an item is Markdown's.
      attrs: { start: { default: '' }, marker: { default: '' } },
      parseDOM: [{ tag: 'ol', getAttrs: (dom) => ({ start: domAttribute(dom, 'start') }) }],
      toDOM: ({ attrs }) => ['ol', attrs.start === '' ? {} : { start: String(attrs.start) }, 0],
    },
    list_item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    code_block: {
      content: 'text*',
      marks: '',
      group: 'block',
      code: true,
      defining: true,
      // The language, in Markdown.
      attrs: { info: { default: '' } },
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
      toDOM: () => ['pre', ['code', 0]],
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    /** HTML that the surface does not support: shown, moved and deleted as a whole, and written as it came. */
    source: {
      group: 'block',
      atom: true,
      attrs: { html: { default: '' } },
      parseDOM: [{ tag: 'pre[data-source]', getAttrs: (dom) => ({ html: dom.textContent }), priority: 60 }],
      toDOM: ({ attrs }) => ['pre', { 'data-source': '' }, String(attrs.html)],
    },
    /** Each row has the same number of cells, and a cell is one text. */
    table: {
      content: 'table_row+',
      group: 'block',
      isolating: true,
      // Whether HTML has the first row in a `<thead>`.
      attrs: { head: { default: false } },
      parseDOM: [{ tag: 'table', getAttrs: (dom) => ({ head: dom.querySelector(':scope > thead') !== null }) }],
      toDOM: () => ['table', ['tbody', 0]],
    },
    table_row: { content: 'table_cell+', parseDOM: [{ tag: 'tr' }], toDOM: () => ['tr', 0] },
    table_cell: {
      content: 'inline*',
      isolating: true,
      attrs: { header: { default: false }, align: { default: '' } },
      parseDOM: ['td', 'th'].map((tag) => ({
        tag,
        getAttrs: (dom: HTMLElement) => ({ header: tag === 'th', align: alignmentIn(domAttribute(dom, 'style')) }),
      })),
      toDOM: ({ attrs }): DOMOutputSpec => [
        attrs.header === true ? 'th' : 'td',
        attrs.align === '' ? {} : { style: `text-align:${String(attrs.align)}` },
        0,
      ],
    },
    text: { group: 'inline' },
    image: {
      inline: true,
      group: 'inline',
      attrs: { src: { default: '' }, alt: { default: null }, title: { default: null } },
      parseDOM: [
        {
          tag: 'img[src]',
          getAttrs: (dom) =>
            !isPending(domAttribute(dom, 'src')) && {
              src: domAttribute(dom, 'src'),
              alt: dom.getAttribute('alt'),
              title: dom.getAttribute('title'),
            },
        },
      ],
      toDOM: ({ attrs }) => ['img', given(attrs)],
    },
    hard_break: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
  },
  marks: {
    link: {
      attrs: { href: {}, title: { default: null }, target: { default: null }, rel: { default: null } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (dom) =>
            Object.fromEntries(['href', 'title', 'target', 'rel'].map((name) => [name, dom.getAttribute(name)])),
        },
      ],
      toDOM: ({ attrs }: Mark) => ['a', given(attrs), 0],
    },
    strong: twin('strong', 'b'),
    em: twin('em', 'i'),
    s: twin('s', 'del'),
    u: simpleMark('u'),
    sub: simpleMark('sub'),
    sup: simpleMark('sup'),
    code: simpleMark('code'),
  },
})

const PENDING = 'pending:'

/** The address of a picture that is on its way into the media: no text is written with it. */
export const pendingAddress = (key: number) => `${PENDING}${key}`
export const isPending = (src: unknown) => typeof src === 'string' && src.startsWith(PENDING)

const given = (attrs: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attrs).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
