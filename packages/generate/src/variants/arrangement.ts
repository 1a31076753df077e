import { nodeAttributes, openTag, type PageNode, type PageTree, printHtml } from '@atelier/site'

/** The content of a section by what it is, in its order; each part is HTML with `uid` on its elements. */
export interface SectionContent {
  words: string[]
  media: string[]
  others: string[]
  /** The section again around other content. */
  around(inner: string): string
}

const WORDS: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 hgroup p a button span strong em small blockquote address time header label'.split(' '),
)
const MEDIA: ReadonlySet<string> = new Set('img picture figure video audio iframe svg canvas object embed'.split(' '))
const HEADINGS: ReadonlySet<string> = new Set('h1 h2 h3 h4 h5 h6'.split(' '))

/** The beginning of the classes of the arrangements, by which one that was taken is found again. */
export const ARRANGED = 'varied-'

/** Takes a section apart: the boxes that only hold one other are kept around everything. */
export function sectionContent(tree: PageTree, nodeId: string): SectionContent | undefined {
  const section = tree.node(nodeId)
  if (section?.kind !== 'element') return undefined
  const chain = [section]
  let content = visibleChildren(tree, section)
  for (;;) {
    const [only] = content
    if (content.length !== 1 || !only || only.tag !== 'div' || isArranged(only)) break
    const inside = visibleChildren(tree, only)
    if (inside.length === 0) break
    chain.push(only)
    content = inside
  }
  const parts = content.flatMap((node) => unarranged(tree, node))
  const of = (kind: Kind) => parts.filter((node) => kindOf(tree, node) === kind).map((node) => printed(tree, node))
  return {
    words: of('words'),
    media: of('media'),
    others: of('others'),
    around: (inner) => chain.reduceRight((html, node) => `${startTag(node)}\n${html}\n</${node.tag}>`, inner),
  }
}

type Kind = 'words' | 'media' | 'others'

function kindOf(tree: PageTree, node: PageNode): Kind {
  if (node.kind !== 'element') return 'words'
  if (MEDIA.has(node.tag)) return 'media'
  if (WORDS.has(node.tag)) return 'words'
  if (node.tag !== 'div') return 'others'
  const inside = [...tree.walk(node.id)].slice(1)
  const elements = inside.filter(({ kind }) => kind === 'element')
  const hasWords = inside.some(({ kind, text }) => kind === 'text' && text.trim() !== '')
  if (!hasWords && elements.some(({ tag }) => MEDIA.has(tag))) return 'media'
  const isPlain = elements.every(({ tag }) => WORDS.has(tag) || tag === 'br' || tag === 'div')
  // Several headings are cards, which stay together.
  return isPlain && elements.filter(({ tag }) => HEADINGS.has(tag)).length < 2 ? 'words' : 'others'
}

/** The content of a box that an earlier arrangement has made; another node is its own. */
function unarranged(tree: PageTree, node: PageNode): PageNode[] {
  return isArranged(node) ? visibleChildren(tree, node).flatMap((child) => unarranged(tree, child)) : [node]
}

function isArranged(node: PageNode): boolean {
  const classes = new Map(node.kind === 'element' ? nodeAttributes(node) : []).get('class') ?? ''
  return node.tag === 'div' && classes.split(/\s/).some((name) => name.startsWith(ARRANGED))
}

const visibleChildren = (tree: PageTree, { id }: PageNode): PageNode[] =>
  tree.children(id).filter(({ kind, text }) => kind !== 'comment' && (kind !== 'text' || text.trim() !== ''))

const printed = (tree: PageTree, { id }: PageNode) => printHtml(tree, id, { uid: true }).trim()

const startTag = (node: PageNode): string =>
  openTag(node.tag, node.ns, [['uid', node.id], ...nodeAttributes(node).filter(([name]) => name !== 'uid')])
