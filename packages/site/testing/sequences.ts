import { plainView, type View } from '@atelier/documents'
import fc from 'fast-check'
import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes as Dom } from 'parse5'
import { composePage } from '../src/compose/compose.ts'
import { documents, pages } from '../src/document/pages.ts'
import { readTree, VOID_TAGS } from '../src/document/tree.ts'
import { printInnerHtml } from '../src/html/print.ts'
import { TreeBuilder } from '../src/html/treeBuilder.ts'
import { checkPageValue } from '../src/validate/page.ts'
import { checkSiteValue } from '../src/validate/site.ts'
import type { TestProject } from './project.ts'

/** One call of a sequence. The choice of its numbers depends on the present state when it is made. */
export interface Step {
  name: StepName
  picks: readonly [number, number, number]
  /** Below 2: an id of nothing instead of what would be picked. */
  wrong: number
}

const HTML = [
  '<p>new</p>',
  '<section class="hero"><h2>Title</h2><p>Text <em>here</em></p></section>',
  '<li>item</li>',
  'just text',
  '<ul><li>1</li><li>2</li></ul>',
  '<tr><td>cell</td></tr>',
  '<svg viewBox="0 0 9 9"><circle r="1"/></svg>',
  '<img src="/b.png" alt=""><br>',
  '<a href="/x"><span>link</span></a>',
  '<style>.added{top:0}</style><b class="added">x</b>',
  '<script>x()</script>',
  '<atelier-outlet></atelier-outlet>',
  '<atelier-slot name="one">fallback</atelier-slot>',
  '<pre>\n\nkept</pre><textarea>\nx</textarea>',
  '<select><option>1</option></select>',
  '<!-- note -->',
  '',
  '<button>a<button>b</button></button>',
] as const
const CSS = [
  '.hero{color:red}',
  '.hero{color:blue;top:1px}',
  '@media print{.hero{left:0}}',
  '.a{',
  '}}}',
  '#x{y:z}',
] as const
const PATCHES = [
  { text: 'words' },
  { id: 'here', class: 'hero other' },
  { href: '/somewhere' },
  { hidden: true },
  { tag: 'article' },
  { tag: 'p' },
  { color: 'red' },
  { onclick: 'x()' },
  { title: null, class: null },
] as const

type Pick = (list: readonly string[], which?: 0 | 1 | 2) => string

const inputs = {
  insertHtml: (at, one) => ({ parentId: one(at.elements), html: one(HTML, 1) }),
  replaceNodeHtml: (at, one) => ({ nodeId: one(at.nodes), html: one(HTML, 1) }),
  moveNode: (at, one, [, , n]) => ({ nodeId: one(at.nodes), newParentId: one(at.elements, 1), newIndex: n % 4 }),
  deleteNode: (at, one) => ({ nodeId: one(at.nodes) }),
  duplicateNode: (at, one, [, n]) => ({ nodeId: one(at.nodes), count: 1 + (n % 2) }),
  wrapNodes: (at, one, [, n]) => ({
    nodeIds: at.siblings(one(at.elements), 1 + (n % 2)),
    html: one(['<div></div>', '<ul></ul>', '<span></span>', '<img>', '<div>full</div>'], 2),
  }),
  unwrapNode: (at, one) => ({ nodeId: one(at.elements) }),
  updateNodeProps: (at, one, [, n]) => ({ nodeId: one(at.nodes), patch: PATCHES[n % PATCHES.length] }),
  renameNode: (at, one) => ({ nodeId: one(at.nodes), label: one(['Top', 'x'.repeat(200), ''], 1) }),
  assignClass: (at, one) => ({ nodeId: one(at.nodes), classId: one(['hero', 'not there'], 1) }),
  removeClass: (at, one) => ({ nodeId: one(at.nodes), classId: one(['hero', 'other'], 1) }),
  applyCss: (_, one) => ({ css: one(CSS) }),
  removeCss: (_, one) => ({ rules: [{ selector: one(['.hero', '.none']) }] }),
  createComponent: (at, one, [, n]) => ({ title: 'Part', nodeIds: at.siblings(one(at.elements), 1 + (n % 2)) }),
  insertComponent: (at, one) => ({ componentId: one(at.components), parentId: one(at.elements, 1) }),
  setComponentParams: (at, one, [, n]) => ({
    componentId: one(at.components),
    params: n % 3 === 0 ? [] : [{ name: n % 3 === 1 ? 'label' : 'No name', type: 'text', default: 'x' }],
  }),
  detachComponent: (at, one) => ({ nodeId: one(at.instances) }),
  setPageTemplate: (at, one) => ({ pageId: one(at.pages), target: { kind: one(['everywhere', 'notFound'], 1) } }),
  clearPageTemplate: (at, one) => ({ pageId: one(at.pages) }),
  addPage: (_, one) => ({ title: one(['More', 'Home', '']), slug: one(['more', 'index', '../x'], 1) }),
  duplicatePage: (at, one, [, n]) => ({
    pageId: one(at.pages),
    title: 'Copy',
    ...(n % 2 === 0 ? {} : { locale: one(['tr', 'de'], 1) }),
  }),
  renamePage: (at, one) => ({ pageId: one(at.pages), title: 'Other', slug: one(['other', 'index'], 1) }),
  deletePage: (at, one) => ({ pageId: one(at.pages) }),
  batch: (at, one, [, n]) => ({
    calls: [
      { name: 'insertHtml', input: { parentId: one(at.elements), html: '<p>first</p>' } },
      n % 2 === 0
        ? { name: 'updateNodeProps', input: { nodeId: '$0.nodeIds.0', patch: { text: 'second' } } }
        : { name: 'moveNode', input: { nodeId: one(at.nodes, 1), newParentId: one(at.elements, 2), newIndex: 0 } },
    ],
  }),
} satisfies Record<string, (at: Choices, one: Pick, picks: Step['picks']) => unknown>

type StepName = keyof typeof inputs
const names = Object.keys(inputs).filter((name): name is StepName => name in inputs)

export const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(...names),
  picks: fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50)),
  wrong: fc.nat(19),
})

/** The existing names. */
interface Choices {
  nodes: string[]
  elements: string[]
  instances: string[]
  components: string[]
  pages: string[]
  /** A node and those that follow it under its parent. */
  siblings(id: string, count: number): string[]
}

function choicesOf({ site, pages: views }: TestProject): Choices {
  const trees = documents(site).flatMap(({ id }) => {
    const view = views.get(id)
    return view ? [readTree(view)] : []
  })
  const nodes = trees.flatMap((tree) => [...tree.walk(), ...tree.walk(tree.head), ...tree.walk(tree.html)])
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  const elements = nodes.filter(({ kind }) => kind === 'element')
  return {
    nodes: ids(nodes),
    elements: ids(elements),
    instances: ids(elements.filter(({ tag }) => tag === 'atelier-component')),
    components: ids(documents(site).filter(({ kind }) => kind === 'component')),
    pages: ids(documents(site)),
    siblings(id, count) {
      for (const tree of trees) {
        const node = tree.node(id)
        const all = node && node.parent !== '' ? ids(tree.children(node.parent)) : []
        if (all.includes(id)) return all.slice(all.indexOf(id), all.indexOf(id) + count)
      }
      return [id]
    },
  }
}

/** The input of a step, for a project as it stands. */
export function inputOf(project: TestProject, { name, picks, wrong }: Step): object {
  const one: Pick = (list, which = 0) =>
    wrong === which && which < 2 ? 'nothing' : (list[picks[which] % list.length] ?? 'nothing')
  return inputs[name](choicesOf(project), one, picks)
}

/** Everything a project holds, as text: equal texts are equal fields. */
export function stateOf({ site, pages: views }: TestProject): string {
  const sorted = (view: View) => Object.entries(plainView(view)).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([
    sorted(site),
    [...views].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, view]) => [id, sorted(view)]),
  ])
}

/**
 * A project's faults, in words: values that the site refuses, nodes that stand nowhere or twice, a component within
 * itself, no page left.
 */
export function faultsOf({ site, pages: views }: TestProject): string[] {
  const faults: string[] = []
  const refused = (check: typeof checkPageValue, id: string, view: View) => {
    for (const key of view.keys()) {
      const reason = check(key, view.get(key) ?? null, view.get)
      if (reason !== undefined) faults.push(`${id} ${key}: ${reason}`)
    }
  }
  refused(checkSiteValue, 'site', site)
  for (const [id, view] of views) {
    refused(checkPageValue, id, view)
    const tree = readTree(view)
    const root = tree.node(tree.root)
    if (root?.tag !== 'body') faults.push(`${id} has no body`)
    const seen = new Set<string>()
    for (const node of tree.walk()) {
      const parent = tree.node(node.parent)
      if (seen.has(node.id)) faults.push(`${id}: ${node.id} stands twice`)
      seen.add(node.id)
      if (node.id === tree.root) continue
      if (!parent) faults.push(`${id}: ${node.id} stands nowhere`)
      else if (parent.kind !== 'element' || (parent.ns === undefined && VOID_TAGS.has(parent.tag)))
        faults.push(`${id}: ${node.id} stands in a ${parent.tag || parent.kind}`)
    }
  }
  if (pages(site).length === 0) faults.push('no page is left')
  const composition = {
    site,
    tree: (id: string) => {
      const view = views.get(id)
      return view && readTree(view)
    },
  }
  for (const entry of documents(site)) {
    if (!views.has(entry.id)) faults.push(`${entry.id} is listed and has no document`)
    const { problems } = composePage(entry, composition)
    faults.push(...problems.filter(({ message }) => /itself|recurs/i.test(message)).map(({ message }) => message))
  }
  return faults
}

/**
 * Pages that a browser would read as another tree than the one that is printed. Text filled in elsewhere is left out:
 * its replacement decides its possible places.
 */
export function misread({ site, pages: views }: TestProject): string[] {
  return documents(site).flatMap(({ id, kind }) => {
    const view = views.get(id)
    if (!view || kind === 'component') return []
    const tree = readTree(view)
    const html = printInnerHtml(tree, tree.root).replace(/<\/?atelier-[^>]*>/g, '')
    const [written, read] = [shapeOf(html), shapeOfRead(bodyOf(html))]
    return written === read ? [] : [`${html}\nis written as ${written}\nis read as ${read}`]
  })
}

/** The tags of HTML as the printer writes it, with every element closed. */
function shapeOf(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|[^<>]+(?=<|$)/g, '')
    .replace(/<([^\s>/]+)(?:"[^"]*"|[^>"])*>/g, (_, tag: string) => (VOID_TAGS.has(tag) ? `<${tag}></>` : `<${tag}>`))
    .replace(/<\/[^>]+>/g, '</>')
}

function shapeOfRead(node: Dom.ParentNode): string {
  return node.childNodes
    .map((each) =>
      'tagName' in each ? `<${each.tagName}>${shapeOfRead('content' in each ? each.content : each)}</>` : '',
    )
    .join('')
}

function bodyOf(html: string): Dom.ParentNode {
  // By the standard of today, in which a <select> holds what any element holds.
  const document = TreeBuilder.parse<DefaultTreeAdapterMap>(`<!doctype html><body>${html}`, { scriptingEnabled: false })
  const [, root] = document.childNodes
  const body = root && 'childNodes' in root ? root.childNodes.at(-1) : undefined
  if (!body || !('childNodes' in body)) throw new Error('A document has a body')
  return body
}
