import { createMemoryView, type Json, type View } from '@atelier/documents'
import { HEAD_KEY, HTML_KEY, ROOT_KEY } from '../src/document/node.ts'
import { documents } from '../src/document/pages.ts'
import { parseDocument } from '../src/html/document.ts'
import { plantDocument } from '../src/import/plant.ts'
import type { TextFile } from '../src/publish/files.ts'
import { checkPageValue } from '../src/validate/page.ts'
import { createTestProject } from './project.ts'
import { publishSite } from './publishSite.ts'

/** A page document behind the checks of the store. */
export interface RawPage {
  view: View
  /** Writes values as one update, as a tab does. False if the store refuses them: then none is there. */
  send(values: readonly (readonly [key: string, value: Json])[]): boolean
}

/** A page in memory with the store's own check of each value. */
export function openInMemory(fields: ReadonlyMap<string, Json>): RawPage {
  const view = createMemoryView(fields)
  return {
    view,
    send(values) {
      const written = new Map(values)
      const read = (key: string) => (written.has(key) ? written.get(key) : view.get(key))
      if (values.some(([key, value]) => checkPageValue(key, value, read) !== undefined)) return false
      for (const [key, value] of values) view.set(key, value)
      return true
    },
  }
}

export interface FuzzOptions {
  pages: number
  seed: number
  /** A page document that holds these fields. */
  open?(fields: ReadonlyMap<string, Json>): RawPage
}

/** The outcome of the updates, and the pages as they are published. */
export interface Fuzzed {
  taken: number
  refused: number
  files: TextFile[]
}

const IMG = '<img src=x onerror=pwn()>'
/** Elements that change how what is inside them, or behind them, is read. */
const TAGS =
  'a area b br button caption col colgroup desc div embed font form foreignObject frameset h1 head html body hr i iframe image img input label legend li link listing math mglyph malignmark mi mo mtext annotation-xml meta nobr noembed noframes noscript object ol optgroup option p param picture plaintext pre script select selectedcontent style STYLE svg SVG table tbody td template textarea TEXTAREA tfoot th thead title tr ul use video xmp XMP animate animateTransform animateMotion set image rect path script base slot details summary dialog marquee ruby rt rp x-a'.split(
    ' ',
  )
const NAMESPACES = ['html', 'html', 'svg', 'math'] as const
const RAW = 'style xmp iframe noembed noframes noscript title textarea template select svg math'.split(' ')

const TEXTS: readonly string[] = [
  IMG,
  `<script>pwn()</script>`,
  `<svg onload=pwn()>`,
  ...RAW.flatMap((tag) => [`</${tag}>${IMG}`, `<!--</${tag}>${IMG}-->`]),
  `--></svg></math>${IMG}`,
  `--!>${IMG}`,
  `>${IMG}`,
  `->${IMG}`,
  `]]>${IMG}`,
  `<![CDATA[${IMG}]]>`,
  `<input>${IMG}`,
  `<p title="</style>${IMG}">`,
  `</sty\0le>${IMG}`,
  `\x1b$B`,
  `\x1b(B-->${IMG}`,
  `&lt;img src=x onerror=pwn()&gt;`,
  '<!-',
  'x',
  '\n',
]

const URLS: readonly string[] = [
  'javascript:pwn()',
  'JaVaScript:pwn()',
  ' java\tscript:pwn()',
  'java\0script:pwn()',
  '\0javascript:pwn()',
  '\x01javascript:pwn()',
  'javascript&colon;pwn()',
  'data:text/html,<script>pwn()</script>',
  'data:text\0/html,<script>pwn()</script>',
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='pwn()'/>",
  '#x',
]

const ATTRIBUTES: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['href', URLS],
  ['xlink:href', URLS],
  ['src', URLS],
  ['data', URLS],
  ['action', URLS],
  ['formaction', URLS],
  ['to', URLS],
  ['values', [...URLS, 'x;javascript:pwn()']],
  ['from', URLS],
  ['by', URLS],
  ['attributeName', ['href', 'xlink:href', 'x:href', ' href', 'onclick', 'ONLOAD', 'h\0ref', 'fill']],
  ['attributename', ['href', 'xlink:href']],
  ['begin', ['0s', 'click']],
  ['onclick', ['pwn()']],
  ['onerror', ['pwn()']],
  ['ONLOAD', ['pwn()']],
  ['o\0nload', ['pwn()']],
  [
    'srcdoc',
    [
      `<script>parent.pwn()</script>`,
      IMG,
      `&lt;img src=x onerror=pwn()&gt;`,
      `<scr\0ipt>pwn()</scr\0ipt>`,
      `<noscript><p title="</noscript>${IMG}"></noscript>`,
      `<select><style><input>${IMG}</style></select>`,
      `<template><col><style></template>${IMG}</style></template>`,
      `<svg><style>&lt;img src=x onerror=pwn()></style></svg>`,
      `<iframe srcdoc="&lt;p title='&lt;/iframe>'>x">`,
    ],
  ],
  ['http-equiv', ['refresh', 'Content-Security-Policy', 'ref\0resh']],
  ['content', ['0;url=javascript:pwn()', '0;url=data:text/html,<script>pwn()</script>']],
  ['encoding', ['text/html', 'application/xhtml+xml']],
  ['title', [`</style>${IMG}`, `">${IMG}`, `-->${IMG}`, `\x1b(B" onerror=pwn() x="`, `</noscript>${IMG}`, '\x1b$B']],
  ['id', ['x', 'y']],
  ['type', ['hidden', 'image', 'submit', 'text/html']],
  ['charset', ['iso-2022-jp', 'utf-7']],
  ['shadowrootmode', ['open']],
  ['style', ['x:expression(pwn())', 'background:url(javascript:pwn())', 'color:red']],
  ['autofocus', ['']],
  ['selected', ['']],
  ['x y', ['']],
  [`x><img src=x onerror=pwn()`, ['']],
]

/** Texts found, or known, to be read otherwise than they were stored: each as births in the body, in order. */
type Seed = readonly {
  tag?: string
  ns?: 'svg' | 'math'
  attrs?: readonly (readonly [string, string])[]
  text?: string
  comment?: string
  /** Its parent, by its number among these. */
  in?: number
}[]

const script = 'javascript:pwn()'
export const mislabelled: readonly Seed[] = [
  // A part of a formula that is printed inside a drawing, and the other way round.
  [
    { tag: 'svg', ns: 'svg' },
    { tag: 'a', ns: 'svg', in: 0 },
    {
      tag: 'set',
      ns: 'math',
      in: 1,
      attrs: [
        ['attributeName', 'href'],
        ['to', script],
      ],
    },
    { tag: 'rect', ns: 'svg', in: 1 },
  ],
  [
    { tag: 'svg' },
    { tag: 'a', in: 0 },
    {
      tag: 'animate',
      in: 1,
      attrs: [
        ['attributename', 'xlink:href'],
        ['values', `x;${script}`],
      ],
    },
    { tag: 'rect', in: 1 },
  ],
  // Elements that hold text in HTML and markup in drawings, or the other way round.
  [{ tag: 'svg' }, { tag: 'style', in: 0 }, { text: IMG, in: 1 }],
  [{ tag: 'SVG' }, { tag: 'style', in: 0 }, { text: IMG, in: 1 }],
  [{ tag: 'math' }, { tag: 'xmp', in: 0 }, { text: IMG, in: 1 }],
  [
    { tag: 'noscript', ns: 'svg' },
    { comment: `</noscript>${IMG}`, in: 0 },
  ],
  [{ tag: 'NOSCRIPT' }, { comment: `</noscript>${IMG}`, in: 0 }],
  [{ tag: 'STYLE' }, { comment: `</style>${IMG}`, in: 0 }],
  [{ tag: 'TITLE' }, { tag: 'style', in: 0 }, { text: `</title>${IMG}`, in: 1 }],
  [
    { tag: 'Style', ns: 'svg' },
    { tag: 'style', in: 0 },
    { text: `</style>${IMG}`, in: 1 },
  ],
  // Elements that some parsers drop, so that their text is markup.
  [{ tag: 'select' }, { tag: 'style', in: 0 }, { text: `<input>${IMG}`, in: 1 }],
  [{ tag: 'template' }, { tag: 'col', in: 0 }, { tag: 'style', in: 0 }, { text: `</template>${IMG}`, in: 2 }],
  [{ tag: 'TEMPLATE' }, { tag: 'COL', in: 0 }, { tag: 'xmp', in: 0 }, { text: `</template>${IMG}`, in: 2 }],
  // Characters that are gone, or mean something else, once they are printed.
  [
    { tag: 'a', attrs: [['href', 'java\0script:pwn()']] },
    { text: 'x', in: 0 },
  ],
  [{ tag: 'iframe', attrs: [['src', '\0javascript:parent.pwn()']] }],
  [
    {
      tag: 'meta',
      attrs: [
        ['http-equiv', 'ref\0resh'],
        ['content', `0;url=data:text/html,<script>pwn()</script>`],
      ],
    },
  ],
]

/** Numbers from 0 to 1 that are the same for the same seed. Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const DOCUMENT = '<!-- a --><!doctype html><!-- b --><html><head><title>T</title></head><!-- c --><body></body></html>'

/** How many pages a site has: what a page costs grows with the pages beside it. */
const PAGES_PER_SITE = 40

/** Writes hostile updates into many pages past every operation, and publishes what the store has taken. */
export async function fuzzPages({ pages, seed, open = openInMemory }: FuzzOptions): Promise<Fuzzed> {
  const random = randomOf(seed)
  const done: Fuzzed = { taken: 0, refused: 0, files: [] }
  const scripts: ((page: RawPage, root: string) => void)[] = mislabelled.map((each) => (page, root) => {
    plantSeed(page, root, each, done)
  })
  while (scripts.length < pages) scripts.push((page, root) => scramble(page, root, random, done))
  for (let from = 0; from < scripts.length; from += PAGES_PER_SITE) {
    const { site, pages: drafts, addPage, newId } = createTestProject()
    const views = new Map<string, View>()
    for (const [i, write] of scripts.slice(from, from + PAGES_PER_SITE).entries()) {
      const { pageId, root: body } = addPage('', { title: `F${i}`, slug: i === 0 ? 'index' : `f${i}` })
      const draft = drafts.get(pageId)
      let root = body
      // Every third is a whole document, whose head and html element are its own.
      if (draft && from + i >= mislabelled.length && i % 3 === 0) {
        for (const key of [...draft.keys()]) draft.delete(key)
        root = plantDocument(draft, newId, parseDocument(DOCUMENT))
      }
      const page = open(new Map([...(draft?.keys() ?? [])].map((key) => [key, draft?.get(key) ?? null])))
      write(page, root)
      views.set(pageId, page.view)
    }
    const listed = documents(site).flatMap(({ id }) => {
      const view = views.get(id)
      return view ? [{ id, view }] : []
    })
    const { files } = await publishSite({ site, pages: listed }, {})
    for (const file of files) {
      if (file.contentType.startsWith('text/html')) done.files.push({ ...file, path: `${from}/${file.path}` })
    }
  }
  return done
}

type Values = (readonly [key: string, value: Json])[]

function send(page: RawPage, values: Values, done: Fuzzed): boolean {
  const taken = page.send(values)
  if (taken) done.taken += 1
  else done.refused += 1
  return taken
}

/** Births one by one, so that a refused one does not take the others with it. */
function plantSeed(page: RawPage, root: string, births: Seed, done: Fuzzed): void {
  for (const [i, { tag, ns, attrs, text, comment, in: inside }] of births.entries()) {
    const at = [inside === undefined ? root : `s${inside}`, `a${i}`]
    const value: Json =
      tag === undefined
        ? { kind: comment === undefined ? 'text' : 'comment', text: comment ?? text ?? '', at }
        : {
            kind: 'element',
            tag,
            ...(ns ? { ns } : {}),
            ...(attrs ? { attrs: attrs.map((each) => [...each]) } : {}),
            at,
          }
    send(page, [[`s${i}`, value]], done)
  }
}

/** Births under anything, then moves, attributes, tags and texts, some of several keys at once. */
function scramble(page: RawPage, root: string, random: () => number, done: Fuzzed): void {
  const pick = <Item extends string | readonly unknown[]>(list: readonly Item[]): Item => {
    const item = list[Math.floor(random() * list.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
  const around = [HEAD_KEY, HTML_KEY].map((key) => page.view.get(key)).filter((id) => typeof id === 'string')
  const elements = [...around, root]
  const texts: string[] = []
  const order = () => `a${Math.floor(random() * 1e6)}`
  const attribute = (): [string, string] => {
    const [name, values] = pick(ATTRIBUTES)
    return [name, pick(values)]
  }
  const parent = () => (random() < 0.6 ? (elements.at(-1) ?? root) : pick(elements))
  const count = 6 + Math.floor(random() * 14)
  for (let i = 0; i < count; i += 1) {
    const id = `n${i}`
    if (random() < 0.35) {
      const kind = random() < 0.6 ? 'text' : 'comment'
      if (send(page, [[id, { kind, text: pick(TEXTS), at: [parent(), order()] }]], done)) texts.push(id)
      continue
    }
    const ns = pick(NAMESPACES)
    const attrs = Array.from({ length: Math.floor(random() * 3) }, attribute)
    const birth: Json = {
      kind: 'element',
      tag: pick(TAGS),
      ...(ns === 'html' ? {} : { ns }),
      ...(attrs.length > 0 ? { attrs } : {}),
      at: [parent(), order()],
    }
    if (send(page, [[id, birth]], done)) elements.push(id)
  }
  for (let i = 0; i < 8; i += 1) {
    const node = pick([...elements, ...texts])
    const values: Values = []
    const kinds = Math.ceil(random() * 2)
    for (let k = 0; k < kinds; k += 1) {
      const what = random()
      if (what < 0.4) values.push([`${node}/at`, [pick(elements), order()]])
      else if (what < 0.7) {
        const [name, value] = attribute()
        values.push([`${node}/attr:${name}`, value])
      } else if (what < 0.87) values.push([`${node}/tag`, pick(TAGS)])
      else if (what < 0.88) values.push([`${node}/attributes`, [attribute()[0], attribute()[0]]])
      // Another element as the body, the head or the html element.
      else if (what < 0.9) values.push([pick([ROOT_KEY, HEAD_KEY, HTML_KEY]), pick(elements)])
      else values.push([`${node}/text`, pick(TEXTS)])
    }
    send(page, values, done)
  }
}
