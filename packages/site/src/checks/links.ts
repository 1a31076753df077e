import { excerpt } from '@atelier/operation'
import { codeByPath } from '../code/assets.ts'
import { hasName, nodeAttribute, nodeNames, type PageTree } from '../document/tree.ts'
import { mediaByPath } from '../media/entries.ts'
import { sitePath } from '../media/resolve.ts'
import { redirectKey } from '../publish/redirects.ts'
import { sheetByPath } from '../sheet/records.ts'
import { isFilledIn, type PageCheck, type PageFacts, type SiteFacts, tagOf } from './facts.ts'

/** Broken links to pages, anchors and files of the site itself. External URLs are never fetched. */
export const checkLinks: PageCheck = function* (facts, add) {
  const { elements, page, around } = facts
  const known = new Map<string, boolean>()
  const isNamed = (name: string) => {
    const found = known.get(name) ?? [page, ...around].some((each) => hasName(each, name))
    known.set(name, found)
    return found
  }
  for (const node of elements) {
    yield
    if (node.tag !== 'a' && node.tag !== 'area') continue
    const href = nodeAttribute(node, 'href')
    if (href === undefined || isFilledIn(href)) continue
    const excerpt = tagOf(node, 'href')
    const url = href.trim()
    if (url === '' || url === '#') {
      const hint = 'Give it an address, or make it a button.'
      add({
        code: 'empty-link-target',
        severity: 'warning',
        message: 'A link leads nowhere.',
        hint,
        nodeId: node.id,
        excerpt,
      })
      continue
    }
    if (url.startsWith('#')) {
      const name = decodeLink(url.slice(1))
      if (isTopOfPage(name) || isNamed(name)) continue
      const hint = `Give an element the id “${name}”, or link to one that is there.`
      add({
        code: 'broken-anchor',
        severity: 'error',
        message: `Nothing on the page has the id “${name}”.`,
        hint,
        nodeId: node.id,
        excerpt,
      })
      continue
    }
    const wrong = brokenTarget(facts, url)
    if (wrong) add({ ...wrong, severity: 'error', nodeId: node.id, excerpt })
  }
}

/** The problem of a link's target within the site; undefined if there is none, or if the link is external. */
export function brokenTarget(
  facts: SiteFacts & Pick<PageFacts, 'entry'>,
  url: string,
): { code: string; message: string; hint: string } | undefined {
  const { entry, address, addresses, all, tree } = facts
  const own = address(entry)
  // In a template or a component, the link refers to another file on every page.
  if (own === undefined && !url.startsWith('/')) return undefined
  const path = sitePath(url, own ?? '/')
  if (path === undefined) return undefined
  const place = `/${path}`.replace(/\/(index\.html)?$/, '')
  if (!addresses.has(place) && !addresses.has(encodePath(place)) && !isFile(facts, path)) {
    const known = [...addresses].slice(0, 12).map((each) => (each === '' ? '/' : each))
    const hint = `The pages are ${known.join(', ')}${addresses.size > known.length ? ', …' : ''}.`
    return { code: 'broken-link', message: `There is no page and no file at ${shownUrl(url)}.`, hint }
  }
  const hash = url.includes('#') ? url.slice(url.indexOf('#') + 1) : ''
  if (hash === '') return undefined
  const target = all.find((each) => [place, encodePath(place)].includes(address(each)?.replace(/\/$/, '') ?? '\0'))
  const page = target && tree(target.id)
  const name = decodeLink(hash)
  if (!page || isTopOfPage(name)) return undefined
  const around = all.flatMap(({ id, kind }) => (kind === 'page' ? [] : (tree(id) ?? [])))
  if ([page, ...around].some((each) => hasName(each, name))) return undefined
  const message = `Nothing on that page has the id “${name}”.`
  return { code: 'broken-anchor', message, hint: 'Give an element there this id, or link to the page itself.' }
}

/** Whether a fragment leads to the top of any page (HTML, 7.4.6.4 “scroll to the fragment”). */
const isTopOfPage = (name: string): boolean => name.toLowerCase() === 'top'

/** Whether the site has a file at a path, or redirects it. */
export function isFile({ site }: Pick<PageFacts, 'site'>, path: string): boolean {
  const plain = decodeLink(path)
  return (
    [path, plain].some(
      (each) =>
        mediaByPath(site, each) !== undefined ||
        codeByPath(site, each) !== undefined ||
        sheetByPath(site, each) !== undefined ||
        site.has(redirectKey(`/${each}`)) ||
        site.has(redirectKey(`/${each.replace(/\/$/, '')}`)),
    ) || /^(robots\.txt|sitemap\.xml|feed\.xml|favicon\.ico)$/.test(path)
  )
}

/** The names by which links can lead to a node or its descendants. */
export function anchorNames(page: PageTree, from: string): string[] {
  return [...page.walk(from)].flatMap(nodeNames)
}

function decodeLink(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // The text is not percent-encoded, so it is already plain.
    return text
  }
}

const encodePath = (path: string) =>
  path
    .split('/')
    .map((part) => encodeURIComponent(decodeLink(part)))
    .join('/')
const shownUrl = (url: string) => excerpt(url, 80)
