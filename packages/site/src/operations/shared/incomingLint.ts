import { isFilledIn, siteFacts } from '../../checks/facts.ts'
import { brokenTarget, isFile } from '../../checks/links.ts'
import { styleNames } from '../../checks/styles.ts'
import { librariesOf } from '../../code/assets.ts'
import type { SiteContext } from '../../context/context.ts'
import { documents } from '../../document/pages.ts'
import { hasName, type PageNode, type PageTree, readTree } from '../../document/tree.ts'
import { checkHtml } from '../../lint/html.ts'
import { Inventory } from '../../lint/htmlNames.ts'
import { checkReferences, type Surroundings } from '../../lint/htmlReferences.ts'
import { checkTextOnly } from '../../lint/htmlText.ts'
import { sitePath } from '../../media/resolve.ts'
import { documentAddress } from '../../media/shown.ts'
import { codeWords } from '../../tokens/uses.ts'
import { siteUtilities } from '../../utilities/settings.ts'
import type { IncomingHtml } from './incoming.ts'
import type { OpenPage } from './target.ts'

const CLASS = /\.((?:[\w-]|[^\0-\x7f]|\\.){1,100})/g

export interface IncomingPlace {
  /** The parent element of the HTML. */
  parentId: string
  /** The nodes that the HTML replaces. */
  replaces?: readonly string[]
  /** The HTML as it was sent. */
  html: string
}

/**
 * Finds mistakes and broken references in the HTML of a call. Call it before anything is
 * written, while the page does not contain the HTML.
 * @returns the ids that the HTML defines
 */
export async function lintIncoming(
  context: SiteContext,
  open: OpenPage,
  { nodes, css, mistakes }: Pick<IncomingHtml, 'nodes' | 'css' | 'mistakes'>,
  { parentId, replaces, html }: IncomingPlace,
): Promise<ReadonlySet<string>> {
  const inventory = new Inventory()
  checkHtml(nodes, { source: html, libraries: librariesOf(context.site) }, mistakes, inventory)
  checkTextOnly(nodes, open.tree.node(parentId)?.tag ?? 'body', mistakes)
  await checkReferences(inventory, surroundings(context, open, css, replaces), mistakes)
  return new Set(inventory.ids.keys())
}

/** Looks up references in the page, the site and the CSS of the call. */
export function surroundings(
  context: SiteContext,
  { entry, tree }: OpenPage,
  css: readonly string[] = [],
  replaces: readonly string[] = [],
): Surroundings {
  const { site, drafts } = context
  const replaced = new Set(replaces)
  let around: readonly PageTree[] | undefined
  const trees = new Map<string, PageTree>([[entry.id, tree]])
  const openTree = async (id: string) => {
    const draft = trees.has(id) ? undefined : await drafts.open(id)
    if (draft) trees.set(id, readTree(draft))
    return trees.get(id)
  }
  let address: string | undefined
  const addressOf = () => {
    address ??= documentAddress(site, entry.id)
    return address
  }
  let facts: ReturnType<typeof siteFacts> | undefined
  const factsOf = () => {
    facts ??= siteFacts(site, context.siteId ?? '', (id) => trees.get(id))
    return facts
  }
  return {
    hasId: (id) => isNamedBeside(tree, id, replaced),
    async hasIdAround(id) {
      if (!around) {
        const trees: PageTree[] = []
        for (const each of documents(site)) {
          // A template may stand around any page, and a page in a template that is edited.
          const isAround = entry.kind === 'page' ? each.kind !== 'page' : true
          const other = isAround && each.id !== entry.id ? await openTree(each.id) : undefined
          if (other) trees.push(other)
        }
        around = trees
      }
      return around.some((each) => hasName(each, id))
    },
    async leads(url) {
      if (isFilledIn(url)) return true
      const path = sitePath(url, addressOf())
      if (path === undefined) return true
      const target = url.includes('#') ? factsOf().all.find((each) => isAt(factsOf().address(each), path)) : undefined
      if (target) {
        await openTree(target.id)
        for (const { id, kind } of factsOf().all) if (kind !== 'page') await openTree(id)
      }
      return brokenTarget({ ...factsOf(), entry }, url.trim()) === undefined
    },
    isThere(url) {
      if (isFilledIn(url)) return true
      if (entry.kind !== 'page' && !url.startsWith('/')) return true
      const path = sitePath(url, addressOf())
      return path === undefined || isFile({ site }, path)
    },
    hasUtilities: siteUtilities(site) !== undefined,
    unknownClasses(classes) {
      if (classes.size === 0) return []
      const { styled } = styleNames({ site, all: factsOf().all })
      const words = codeWords(site)
      const unknown = [...classes].filter(
        (each) => !styled.has(each) && !words.has(each) && !each.includes('{') && !/^(?:js|language)-/.test(each),
      )
      if (unknown.length === 0) return []
      const sent = new Set<string>()
      for (const text of css) for (const [, name = ''] of text.matchAll(CLASS)) sent.add(name.replace(/\\(.)/g, '$1'))
      return unknown.filter((each) => !sent.has(each) && !isOfLibrary(site, each))
    },
  }
}

const isAt = (address: string | undefined, path: string) =>
  address !== undefined && address.replace(/^\/|\/$/g, '') === path.replace(/\/(?:index\.html)?$|^index\.html$/, '')

/** Whether a package of the site brings the class: `swiper-slide` if Swiper is one. */
function isOfLibrary(site: SiteContext['site'], name: string): boolean {
  const first = name.split('-', 1)[0] ?? ''
  return first.length > 3 && librariesOf(site).includes(first.toLowerCase())
}

/** Whether a node of the page has a name, apart from some nodes and their descendants. */
export function isNamedBeside(tree: PageTree, name: string, without: ReadonlySet<string>): boolean {
  for (const named of tree.named(name)) {
    let at: PageNode | undefined = named
    while (at && !without.has(at.id)) at = tree.anyNode(at.parent)
    if (!at) return true
  }
  return false
}
