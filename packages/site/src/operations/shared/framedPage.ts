import type { Draft } from '@atelier/documents'
import type { Envelope } from '@atelier/operation'
import type { SiteContext } from '../../context/context.ts'
import { copySheet } from '../../css/copySheet.ts'
import { copyPage } from '../../document/duplicate.ts'
import { counts, createRoot, deleteNode, setAttribute } from '../../document/edit.ts'
import { homePage, listPage, pages } from '../../document/pages.ts'
import { isComponent } from '../../document/special.ts'
import { nodeAttribute, type PageNode, type PageTree, readTree } from '../../document/tree.ts'
import { buildLayout, indentLayout, type Layout, writeLayoutCss } from '../../layouts/index.ts'
import { moveUrls, pageAddresses } from '../../publish/moved.ts'
import { templatesFor } from '../../template/resolve.ts'
import { insertIncoming } from './insertIncoming.ts'

type Framed = { ok: true; data: { pageId: string; slug: string } } | Extract<Envelope<never>, { ok: false }>

/**
 * Makes a page with the frame of the home page, unless a template puts one around every page. The relative URLs in it
 * lead where they did.
 * @param isRooted they become root-relative, for a template that is shown at several addresses
 */
export async function addFramedPage(
  context: SiteContext,
  { title, slug, isRooted = false }: { title: string; slug: string; isRooted?: boolean },
  layout: Layout,
): Promise<Framed> {
  const { site, drafts, newId } = context
  const home = homePage(site)
  const entry = listPage(site, { id: newId(), title, slug })
  const draft = drafts.create(entry.id, 'page')
  const source = home && templatesFor(entry, pages(site)).length === 0 ? await drafts.open(home.id) : undefined
  if (source && home) {
    copyPage(source, draft, newId)
    copySheet(site, home.id, entry.id, newId)
    const addresses = pageAddresses(site)
    const [from, to] = [addresses.get(home.id), addresses.get(entry.id)]
    if (from !== undefined && to !== undefined) moveUrls(site, draft, from, to, { isCopy: true, isRooted })
    // The mark of the home page in its own navigation.
    const tree = readTree(draft)
    for (const node of tree.walk()) {
      if (nodeAttribute(node, 'aria-current') !== undefined) setAttribute(draft, node, 'aria-current', null)
    }
  } else createRoot(draft, newId)
  const { tag, ...place } = await emptyMain(context, draft)
  const built = buildLayout(site, layout, true)
  writeLayoutCss(site, built, newId)
  const html = tag === 'main' ? built.html : `<main>\n${built.html}\n</main>`
  const made = await insertIncoming(context, { ...place, html }, (incoming) => {
    incoming.nodes = indentLayout(incoming.nodes)
  })
  return made.ok ? { ok: true, data: { pageId: entry.id, slug: entry.slug } } : made
}

/** Takes the content of a page out and leaves its header and footer. Returns where other content goes. */
async function emptyMain(
  context: SiteContext,
  page: Draft,
): Promise<{ parentId: string; index?: number; tag: string | undefined }> {
  const tree = readTree(page)
  const host = hostOf(tree, tree.root)
  const main = tree.children(host).find(({ tag }) => tag === 'main')
  if (main) {
    for (const child of tree.children(main.id)) deleteNode(page, child.id)
    return { parentId: main.id, tag: 'main' }
  }
  const kept: ('top' | 'bottom' | 'code')[] = []
  for (const child of tree.children(host)) {
    if (!counts(child)) continue
    const part = await framePart(context, child)
    if (part === undefined) deleteNode(page, child.id)
    else kept.push(part)
  }
  const bottom = kept.indexOf('bottom')
  const index = kept.includes('top') ? kept.lastIndexOf('top') + 1 : Math.max(bottom, 0)
  return { parentId: host, index, tag: undefined }
}

/** The body, or the one element in it that is around all of the page. */
function hostOf(tree: PageTree, id: string): string {
  const [only, ...others] = tree.children(id).filter((each) => counts(each) && !CODE.has(each.tag ?? ''))
  const isAround =
    only?.kind === 'element' &&
    others.length === 0 &&
    !TOP.has(only.tag) &&
    tree.children(only.id).some(({ tag = '' }) => tag === 'main' || TOP.has(tag) || tag === 'footer')
  return isAround ? hostOf(tree, only.id) : id
}

const TOP: ReadonlySet<string> = new Set(['header', 'nav'])
const CODE: ReadonlySet<string> = new Set(['script', 'style', 'link', 'noscript', 'template'])

/** The role of a body's child on every page; undefined for content. A component is what its first element is. */
async function framePart({ drafts }: SiteContext, node: PageNode): Promise<'top' | 'bottom' | 'code' | undefined> {
  if (node.kind !== 'element') return undefined
  if (isComponent(node)) {
    const component = await drafts.open(nodeAttribute(node, 'ref') ?? '')
    const tree = component && readTree(component)
    const first = tree?.children(tree.root).find(({ kind }) => kind === 'element')
    return first && partOfTag(first.tag)
  }
  const role = nodeAttribute(node, 'role')
  if (role === 'banner' || role === 'navigation') return 'top'
  if (role === 'contentinfo') return 'bottom'
  // A link that skips the navigation.
  if (node.tag === 'a' && nodeAttribute(node, 'href')?.startsWith('#')) return 'top'
  return partOfTag(node.tag)
}

function partOfTag(tag = ''): 'top' | 'bottom' | 'code' | undefined {
  if (TOP.has(tag)) return 'top'
  if (tag === 'footer') return 'bottom'
  return CODE.has(tag) ? 'code' : undefined
}
