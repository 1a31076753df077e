import type { PageEntry } from '@atelier/site'

/** One line of the tree of pages: a page, or a part of paths that no page has by itself. */
export interface PageRow {
  /** The path from the start, as slugs have it: `docs/intro`. */
  path: string
  depth: number
  page?: PageEntry
  /** Further paths begin here. */
  branch: boolean
  open: boolean
}

const HOME = 'index'

/** The pages as a tree by the parts of their paths, the home page first, the others in their order. */
export function pageRows(pages: readonly PageEntry[], folded: ReadonlySet<string>): PageRow[] {
  const home = pages.find(({ slug }) => slug === HOME)
  const byPath = new Map(pages.map((page) => [page.slug, page]))
  const below = new Map<string, Set<string>>()
  for (const { slug } of pages) {
    if (slug === HOME) continue
    for (let path = slug; path !== ''; path = parentOf(path)) {
      const parent = parentOf(path)
      const paths = below.get(parent) ?? new Set()
      below.set(parent, paths.add(path))
    }
  }
  const rows: PageRow[] = home ? [{ path: HOME, depth: 0, page: home, branch: false, open: false }] : []
  const waiting = [...(below.get('') ?? [])].map((path) => ({ path, depth: 0 })).toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, depth } = next
    const inside = [...(below.get(path) ?? [])]
    const page = byPath.get(path)
    const open = inside.length > 0 && !folded.has(path)
    rows.push({ path, depth, ...(page ? { page } : {}), branch: inside.length > 0, open })
    if (open) for (const each of inside.toReversed()) waiting.push({ path: each, depth: depth + 1 })
  }
  return rows
}

/** The path without its last part: `docs` of `docs/intro`, nothing of `docs`. */
export const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/**
 * New addresses when a path and all below it move under another one, as `renamePage` takes them; none if they cannot.
 * @param under empty, or the home page: to the start
 */
export function moveUnder(
  pages: readonly PageEntry[],
  from: string,
  under: string,
): { pageId: string; title: string; slug: string }[] {
  const parent = under === HOME ? '' : under
  if (from === HOME || parent === from || parent.startsWith(`${from}/`) || parent === parentOf(from)) return []
  const last = from.slice(from.lastIndexOf('/') + 1)
  const to = parent === '' ? last : `${parent}/${last}`
  return pages
    .filter(({ slug }) => slug === from || slug.startsWith(`${from}/`))
    .map(({ id, title, slug }) => ({ pageId: id, title, slug: `${to}${slug.slice(from.length)}` }))
}
