import type { Draft, Json } from '@atelier/documents'
import { type DefaultTreeAdapterTypes as Dom, defaultTreeAdapter, html as foreign, parseFragment } from 'parse5'
import { componentParams } from '../component/params.ts'
import { birthValue, type Namespace } from '../document/node.ts'
import { documents } from '../document/pages.ts'
import { readTree } from '../document/tree.ts'
import { parseDocument } from '../html/document.ts'
import { plantDocument } from '../import/plant.ts'
import type { TextFile } from '../publish/files.ts'
import { frameHtml } from '../view/frame.ts'
import { createTestProject, type TestProject } from './project.ts'
import { publishSite } from './publishSite.ts'
import { attributeVectors, cssVectors, htmlVectors, textVectors } from './vectors.ts'

/** A way by which something comes into a site, and what is published of hostile things that came by it. */
export interface EntryPoint {
  name: string
  /** How many pieces were sent in. */
  sent: number
  files: TextFile[]
  /** What the canvas shows of each page. */
  frames: string[]
}

/** Every way in, each into a site of its own. */
export const entryPoints: readonly { name: string; bring: () => Promise<EntryPoint> }[] = [
  { name: 'insertHtml', bring: insert },
  { name: 'replaceNodeHtml', bring: replace },
  { name: 'setRichText', bring: texts },
  { name: 'a whole document', bring: wholeDocuments },
  { name: 'updateNodeProps', bring: props },
  { name: 'another tag', bring: retag },
  { name: 'moves', bring: moves },
  { name: 'applyCss', bring: css },
  { name: 'tokens', bring: tokens },
  { name: 'names', bring: names },
  { name: 'loops and parameters', bring: filled },
  { name: 'a client past the checks', bring: past },
]

async function finish(name: string, sent: number, { site, pages }: TestProject): Promise<EntryPoint> {
  const { files } = await publishSite(
    { site, pages: [...pages].map(([id, view]) => ({ id, view })) },
    { baseUrl: 'https://site.test' },
  )
  const tree = (id: string) => {
    const page = pages.get(id)
    return page && readTree(page)
  }
  const frames = documents(site).map((entry) => frameHtml(site, entry, tree))
  return { name, sent, files, frames }
}

async function insert(): Promise<EntryPoint> {
  const project = createTestProject()
  const { root } = project.addPage('<h1>In</h1>')
  for (const html of htmlVectors) await project.call('insertHtml', { parentId: root, html })
  // And where other rules of parsing or printing hold. What reads the same in a place as in the body, and is printed
  // there as it is in the body, came already.
  const places =
    '<svg><g id="a"></g><foreignObject></foreignObject></svg><math><mtext>x</mtext></math><table><tr><td>x</table><noscript>x</noscript><template><p>x</p></template><select></select>'
  const { pageId } = project.addPage(places, { title: 'Places', slug: 'places' })
  const tags = new Set(['g', 'foreignObject', 'mtext', 'td', 'noscript', 'template', 'select'])
  const page = project.pages.get(pageId)
  let sent = htmlVectors.length
  for (const { id, tag, ns } of page ? [...readTree(page).walk()] : []) {
    if (!tags.has(tag)) continue
    const printed = tag === 'noscript' || tag === 'select'
    for (const html of htmlVectors.filter((each) => printed || readsOtherwise(each, tag, ns))) {
      sent += 1
      await project.call('insertHtml', { parentId: id, html })
    }
  }
  return finish('insertHtml', sent, project)
}

/** Whether HTML holds other nodes where it is read within an element than where it is read in the body. */
function readsOtherwise(html: string, tag: string, ns: Namespace | undefined): boolean {
  const { createElement } = defaultTreeAdapter
  const within = createElement(
    tag,
    ns === 'svg' ? foreign.NS.SVG : ns === 'math' ? foreign.NS.MATHML : foreign.NS.HTML,
    [],
  )
  const shape = (node: Dom.ParentNode): unknown =>
    node.childNodes.map((each) =>
      'tagName' in each
        ? [each.namespaceURI, each.tagName, shape('content' in each ? each.content : each)]
        : 'value' in each
          ? each.value
          : 'comment',
    )
  const options = { scriptingEnabled: false }
  return (
    JSON.stringify(shape(parseFragment(within, html, options))) !== JSON.stringify(shape(parseFragment(html, options)))
  )
}

async function replace(): Promise<EntryPoint> {
  const project = createTestProject()
  const { pageId } = project.addPage(htmlVectors.map((_, i) => `<section id="s${i}"></section>`).join(''))
  const page = project.pages.get(pageId)
  const ids = page ? [...readTree(page).walk()].filter(({ tag }) => tag === 'section').map(({ id }) => id) : []
  for (const [i, html] of htmlVectors.entries()) await project.call('replaceNodeHtml', { nodeId: ids[i], html })
  return finish('replaceNodeHtml', htmlVectors.length, project)
}

async function texts(): Promise<EntryPoint> {
  const project = createTestProject()
  const { pageId } = project.addPage(htmlVectors.map(() => '<p>x</p>').join(''))
  const page = project.pages.get(pageId)
  const ids = page ? [...readTree(page).walk()].filter(({ tag }) => tag === 'p').map(({ id }) => id) : []
  for (const [i, html] of htmlVectors.entries()) {
    await project.call('setRichText', { nodeId: ids[i], html })
    await project.call('setRichText', { nodeId: ids[i], html: `<p uid="${ids[i]}">x</p><p>${html}</p>` })
  }
  return finish('setRichText', htmlVectors.length, project)
}

const inHead = /^[^a-z<]*<(?:\W|(?:script|style|title|link|meta|base|template|noscript|noframes)\b)/i

async function wholeDocuments(): Promise<EntryPoint> {
  const all = [
    ...htmlVectors.map((html) => `<!doctype html><title>x</title><body>${html}`),
    // What cannot stand in a head ends it, and is the same as in the body.
    ...htmlVectors.filter((html) => inHead.test(html)).map((html) => `<!doctype html><head>${html}</head><p>x`),
    '<html onload="pwn()" manifest="javascript:pwn()"><head profile="javascript:pwn()"><body onload="pwn()">',
    '<!doctype html PUBLIC "><script>pwn()</script>" "x">x',
  ]
  const parts: EntryPoint[] = []
  // What a page costs grows with the pages beside it: many small sites are made sooner than one large.
  for (let from = 0; from < all.length; from += 40) {
    const project = createTestProject()
    for (const [i, html] of all.slice(from, from + 40).entries()) {
      const { pageId } = project.addPage('', { title: `Page ${i}`, slug: i === 0 ? 'index' : `p${i}` })
      const page = project.pages.get(pageId)
      for (const key of [...(page?.keys() ?? [])]) page?.delete(key)
      if (page) plantDocument(page, project.newId, withoutSheets(parseDocument(html)))
    }
    parts.push(await finish('a whole document', 0, project))
  }
  return {
    name: 'a whole document',
    sent: all.length,
    files: parts.flatMap(({ files }, part) => files.map((file) => ({ ...file, path: `${part}/${file.path}` }))),
    frames: parts.flatMap(({ frames }) => frames),
  }
}

/** Styles are kept as text in their elements here, where an import gives each a stylesheet of its own. */
function withoutSheets(document: ReturnType<typeof parseDocument>) {
  type Node = (typeof document.body.nodes)[number]
  const plain = (node: Node): Node =>
    node.css !== undefined
      ? { ...node, children: [{ kind: 'text', text: node.css }] }
      : { ...node, ...(node.children ? { children: node.children.map(plain) } : {}) }
  const part = ({ attrs, nodes }: typeof document.body) => ({ attrs, nodes: nodes.map(plain) })
  return { ...document, head: part(document.head), body: part(document.body) }
}

async function props(): Promise<EntryPoint> {
  const project = createTestProject()
  const { root } = project.addPage('')
  for (const [tag, name, value] of attributeVectors) {
    const inSvg = tag === 'animate' || tag === 'use'
    const html = inSvg ? `<svg><a><${tag}></${tag}></a></svg>` : `<${tag}></${tag}>`
    await project.call('insertHtml', { parentId: root, html })
    const nodeId = last(project, tag)
    await project.call('updateNodeProps', { nodeId, patch: { [name]: value } })
  }
  return finish('updateNodeProps', attributeVectors.length, project)
}

function last({ pages }: TestProject, tag: string): string {
  const [page] = pages.values()
  return (page ? [...readTree(page).walk()] : []).filter((node) => node.tag === tag).at(-1)?.id ?? 'none'
}

const RAW = [
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'style',
  'title',
  'textarea',
  'noscript',
  'template',
  'select',
  'svg',
  'script',
  'plaintext',
]

/** What was harmless in one element, in another. */
async function retag(): Promise<EntryPoint> {
  const project = createTestProject()
  const { root } = project.addPage('')
  let sent = 0
  for (const tag of RAW) {
    for (const inside of [
      `<!--</${tag}><img src=x onerror=pwn()>-->`,
      `<${tag}>a</${tag}>&lt;img src=x onerror=pwn()&gt;`,
      `&lt;/${tag}&gt;&lt;img src=x onerror=pwn()&gt;`,
      `<p title="</${tag}><img src=x onerror=pwn()>">x</p>`,
      `<b>&lt;img src=x onerror=pwn()&gt;</b>`,
    ]) {
      sent += 1
      await project.call('insertHtml', { parentId: root, html: `<div>${inside}</div>` })
      await project.call('updateNodeProps', { nodeId: last(project, 'div'), patch: { tag } })
    }
  }
  return finish('another tag', sent, project)
}

/** What was harmless in one place, in another. */
async function moves(): Promise<EntryPoint> {
  const project = createTestProject()
  let sent = 0
  const into = [
    'xmp',
    'iframe',
    'noembed',
    'noframes',
    'title',
    'textarea',
    'noscript',
    'select',
    'g',
    'mtext',
    'mi',
    'mglyph',
    'form',
    'button',
    'a',
    'td',
    'tr',
    'template',
    'style',
    'p',
    'foreignObject',
    'desc',
  ]
  const moved = [
    '<!--</X><img src=x onerror=pwn()>-->',
    '<p>&lt;img src=x onerror=pwn()&gt;</p>',
    '<xmp><img src=x onerror=pwn()></xmp>',
    '<noembed></math></svg><img src=x onerror=pwn()></noembed>',
    '<svg><style>&lt;/style>&lt;img src=x onerror=pwn()></style></svg>',
    '<svg><title><!--</title></style><img src=x onerror=pwn()>--></title></svg>',
    '<math><mtext><xmp></math><img src=x onerror=pwn()></xmp></mtext></math>',
    '<b title="</X><img src=x onerror=pwn()>">x</b>',
  ]
  for (const [i, tag] of into.entries()) {
    const holder = /^(?:g|foreignObject|desc)$/.test(tag)
      ? `<svg><${tag}></${tag}></svg>`
      : /^(?:mtext|mi|mglyph)$/.test(tag)
        ? `<math><mtext><mglyph></mglyph></mtext><mi></mi></math>`
        : /^t[dr]$/.test(tag)
          ? '<table><tr><td></td></tr></table>'
          : tag === 'style'
            ? '<template><style></style></template>'
            : `<${tag}></${tag}>`
    const { pageId, root } = project.addPage(holder + moved.map((each) => each.replaceAll('X', tag)).join(''), {
      title: `M${i}`,
      slug: i === 0 ? 'index' : `m${i}`,
    })
    const page = project.pages.get(pageId)
    const tree = page && readTree(page)
    if (!tree) continue
    const all = [...tree.walk()]
    const newParentId = all.find((node) => node.tag === tag && node.kind === 'element')?.id ?? root
    for (const { id } of all.slice(1)) {
      if (id === newParentId) continue
      sent += 1
      await project.call('moveNode', { nodeId: id, newParentId, newIndex: 0 })
    }
  }
  return finish('moves', sent, project)
}

async function css(): Promise<EntryPoint> {
  const project = createTestProject()
  const { root } = project.addPage('<a href="/">x</a>')
  for (const text of cssVectors) {
    await project.call('applyCss', { css: text })
    await project.call('insertHtml', { parentId: root, html: `<style>${text}</style><p>x</p>` })
    await project.call('insertHtml', { parentId: root, html: `<template><style>${text}</style></template>` })
  }
  return finish('applyCss', cssVectors.length * 3, project)
}

async function tokens(): Promise<EntryPoint> {
  const project = createTestProject()
  project.addPage('<p class="bg-ink text-ink text-m p-m">x</p>')
  const values = [
    ...textVectors,
    ...cssVectors,
    'red;}</style><script>pwn()</script>',
    'url(javascript:pwn())',
    'expression(pwn())',
  ]
  for (const [i, value] of values.entries()) {
    const slug = i % 2 === 0 ? 'ink' : value
    await project.call('set_color_tokens', { tokens: [{ slug, lightValue: value, darkValue: value, category: value }] })
    await project.call('set_color_tokens', { tokens: [{ slug: value, lightValue: 'red' }] })
    await project.call('set_font_tokens', { tokens: [{ name: value, variable: value, fallback: value }] })
    await project.call('set_type_scale', { namingConvention: value, steps: [value, 'm'] })
    await project.call('set_spacing_scale', { namingConvention: value, steps: value })
  }
  return finish('tokens', values.length * 5, project)
}

async function names(): Promise<EntryPoint> {
  const project = createTestProject()
  const { pageId, root } = project.addPage('<p>x</p>')
  const texts = [...textVectors, ...htmlVectors.slice(0, 6)].map((each) => each.slice(0, 190))
  for (const text of texts) {
    const made = await project.call('addPage', { title: text, slug: text })
    const data = made.ok && typeof made.data === 'object' && made.data !== null ? made.data : {}
    const id = 'pageId' in data && typeof data.pageId === 'string' ? data.pageId : pageId
    await project.call('renamePage', { pageId: id, title: text, slug: text })
    for (const name of ['metaTitle', 'description', 'canonical', 'ogTitle', 'ogDescription', 'ogImage', 'language']) {
      await project.call('setPageSettings', { pageId: id, [name]: text })
    }
    await project.call('setPageSettings', { pageId: id, inFeed: true })
    for (const name of [
      'name',
      'language',
      'baseUrl',
      'metaTitle',
      'metaDescription',
      'ogImage',
      'favicon',
      'touchIcon',
      'robots',
    ]) {
      await project.call('setSiteSettings', { [name]: text.slice(0, 30) })
      await project.call('setSiteSettings', { [name]: text })
    }
    await project.call('renameNode', { nodeId: root, label: text })
    await project.call('assignClass', { nodeId: root, classId: text })
    await project.call('addBreakpoint', { label: text, width: 700 })
    for (const type of ['script', 'style'])
      await project.call('write_code_asset', { path: `${text}.js`, type, content: 'x' })
    await project.call('write_code_asset', { path: 'a.css', type: 'style', content: text })
  }
  for (const content of cssVectors) await project.call('write_code_asset', { path: 'b.css', type: 'style', content })
  return finish('names', texts.length * 30, project)
}

const LOOP =
  '<atelier-loop data-source-id="site.pages"><a href="{currentEntry.title}" title="{currentEntry.title}" style="color:{currentEntry.title}">{currentEntry.title}</a><iframe src="{currentEntry.title}"></iframe><svg><a xlink:href="{currentEntry.title}"><animate attributeName="href" values="{currentEntry.title}"></animate></a></svg><img src="{currentEntry.title}" alt="{currentEntry.title|url}"><xmp>{currentEntry.title}</xmp><noembed>{currentEntry.title}</noembed><noscript><p title="{currentEntry.title}">{currentEntry.title}</p></noscript><textarea>{currentEntry.title}</textarea><form action="{currentEntry.title}"><button formaction="java{currentEntry.slug}">x</button></form><template><p>{currentEntry.title}</p></template></atelier-loop>'

async function filled(): Promise<EntryPoint> {
  const project = createTestProject()
  const values = [
    ...textVectors,
    ' java\nscript:pwn()',
    'script:pwn()',
    '</xmp><img src=x onerror=pwn()>',
    '</noembed><img src=x onerror=pwn()>',
    '</noscript><img src=x onerror=pwn()>',
    '</textarea><img src=x onerror=pwn()>',
    'red;background:url(javascript:pwn())',
    'data: text/html,<script>pwn()</script>',
  ]
  const { root } = project.addPage(LOOP + LOOP.replaceAll('site.pages', 'pages'))
  for (const [i, title] of values.entries()) {
    await project.call('addPage', { title, slug: `v${i}` })
  }
  const inside =
    '<section><a href="{params.x}" title="{params.x}" style="color:{params.x}">{params.x}</a><iframe src="{params.x}"></iframe><a href="java{params.x}">y</a><xmp>{params.x}</xmp></section>'
  await project.call('insertHtml', { parentId: root, html: inside })
  const nodeId = last(project, 'section')
  const made = await project.call('createComponent', { title: 'C', nodeIds: [nodeId] })
  const data = made.ok && typeof made.data === 'object' && made.data !== null ? made.data : {}
  const componentId = 'componentId' in data && typeof data.componentId === 'string' ? data.componentId : 'none'
  await project.call('setComponentParams', { componentId, params: [{ name: 'x', type: 'text', default: 'y' }] })
  if (componentParams(project.site, componentId).length !== 1) throw new Error('The component has no parameter')
  for (const x of values) {
    await project.call('insertComponent', { componentId, parentId: root, params: { x } })
    await project.call('insertHtml', {
      parentId: root,
      html: `<atelier-component ref="${componentId}" param-x='${x.replaceAll("'", '&#39;')}'></atelier-component>`,
    })
  }
  return finish('loops and parameters', values.length * 3, project)
}

/** A client that writes what it likes: nothing of it is refused on its way, and the printer stands alone. */
async function past(): Promise<EntryPoint> {
  const project = createTestProject()
  const { pageId, root } = project.addPage('')
  const page = project.pages.get(pageId)
  if (page) {
    for (const html of htmlVectors) {
      for (const child of parseFragment(html, { scriptingEnabled: false }).childNodes) write(page, project, child, root)
    }
    for (const tag of RAW) {
      const holder = project.newId()
      page.set(holder, birthValue({ kind: 'element', tag, at: [root, holder] }))
      for (const ns of [undefined, 'svg', 'math'] as const) {
        for (const text of [`--></${tag}><img src=x onerror=pwn()>`, '<img src=x onerror=pwn()>']) {
          for (const kind of ['text', 'comment'] as const) {
            const id = project.newId()
            page.set(id, birthValue({ kind, text, at: [holder, id] }))
          }
          const inner = project.newId()
          page.set(
            inner,
            birthValue({
              kind: 'element',
              tag,
              ...(ns ? { ns } : {}),
              attrs: [
                ['title', text],
                ['onclick', 'pwn()'],
                ['a b', text],
              ],
              at: [holder, inner],
            }),
          )
          const deep = project.newId()
          page.set(deep, birthValue({ kind: 'text', text, at: [inner, deep] }))
        }
      }
    }
  }
  const key = `page:${pageId}/title`
  const settings: Record<string, Json> = {
    [key]: '</title><script>pwn()</script>',
    'settings/favicon': 'javascript:pwn()',
    'settings/language': '"><script>pwn()</script>',
    'settings/name': '</title><script>pwn()</script>',
  }
  for (const [name, value] of Object.entries(settings)) project.site.set(name, value)
  return finish('a client past the checks', htmlVectors.length, project)
}

const NAMESPACES: Readonly<Record<string, Namespace>> = {
  'http://www.w3.org/2000/svg': 'svg',
  'http://www.w3.org/1998/Math/MathML': 'math',
}

function write(page: Draft, project: TestProject, child: Dom.ChildNode, parent: string): void {
  const id = project.newId()
  const at: [string, string] = [parent, id]
  if ('value' in child) page.set(id, birthValue({ kind: 'text', text: child.value, at }))
  else if ('data' in child) page.set(id, birthValue({ kind: 'comment', text: child.data, at }))
  else if ('tagName' in child) {
    const attrs = child.attrs.map(({ name, prefix, value }): [string, string] => [
      prefix ? `${prefix}:${name}` : name,
      value,
    ])
    const ns = NAMESPACES[child.namespaceURI]
    page.set(id, birthValue({ kind: 'element', tag: child.tagName, ...(ns ? { ns } : {}), attrs, at }))
    const inside = 'content' in child ? child.content.childNodes : child.childNodes
    for (const each of inside) write(page, project, each, id)
  }
}
