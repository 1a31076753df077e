import {
  homePage,
  mediaEntries,
  nodeAttribute,
  type PageTree,
  pageAddress,
  pagePath,
  pages,
  refuseUrl,
} from '@atelier/site'

type View = Parameters<typeof pages>[0]

/** Something that a link can lead to. */
export interface LinkTarget {
  kind: 'page' | 'anchor' | 'media' | 'mail' | 'phone' | 'address'
  href: string
  label: string
  /** Where it is, in the form that visitors see; empty where the label says it. */
  note: string
}

/** The most targets that are listed at once. */
const MAX_LISTED = 60

/** The pages of a site, by the address that visitors see. */
export function pageTargets(site: View): (LinkTarget & { pageId: string })[] {
  const home = homePage(site)
  return pages(site).flatMap((entry) => {
    const path = entry.kind === 'page' ? pagePath(entry, entry.id === home?.id) : undefined
    if (path === undefined) return []
    const href = pageAddress(path)
    return [{ kind: 'page', href, label: entry.title, note: href, pageId: entry.id }]
  })
}

/** The places of a page that have an id. @param address of the page; empty for the page that the link is on */
export function anchorTargets(tree: PageTree, address: string): LinkTarget[] {
  const found: LinkTarget[] = []
  for (const node of tree.walk()) {
    const id = node.kind === 'element' ? nodeAttribute(node, 'id') : undefined
    if (!id || node.ns) continue
    found.push({
      kind: 'anchor',
      href: `${address}#${encodeURIComponent(id)}`,
      label: `#${id}`,
      note: excerpt(tree, node.id),
    })
    if (found.length >= MAX_LISTED) break
  }
  return found
}

function excerpt(tree: PageTree, id: string): string {
  let text = ''
  for (const node of tree.walk(id)) {
    if (node.kind === 'text') text += `${node.text} `
    if (text.length > 80) break
  }
  return text.replace(/\s+/g, ' ').trim().slice(0, 60)
}

export function mediaTargets(site: View): LinkTarget[] {
  return mediaEntries(site).map(({ name, path }) => ({
    kind: 'media',
    href: pageAddress(path),
    label: name,
    note: pageAddress(path),
  }))
}

/** The address that a typed text means: a mail address, a phone number, a web address or a path. */
export function typedTarget(query: string): LinkTarget | undefined {
  const text = query.trim()
  if (text === '' || refuseUrl(text) !== undefined) return undefined
  const as = (kind: LinkTarget['kind'], href: string): LinkTarget => ({ kind, href, label: href, note: '' })
  if (/^mailto:/i.test(text)) return as('mail', text)
  if (/^tel:/i.test(text)) return as('phone', text)
  const [name = '', host = '', ...others] = text.split('@')
  if (/^[^\s/:]+$/.test(name) && isHost(host) && others.length === 0) return as('mail', `mailto:${text}`)
  if (/^\+?[\d\s()./-]{6,}$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 5) {
    return as('phone', `tel:${text.replace(/[^\d+]/g, '')}`)
  }
  if (/^(?:[a-z][a-z\d+.-]*:|\/|#|\?|\.{1,2}\/)/i.test(text)) return as('address', text)
  if (!/\s/.test(text) && isHost(text.split(/[/?#]/, 1)[0] ?? '')) return as('address', `https://${text}`)
  return undefined
}

/** Whether a text is the name of a host, such as `example.com`. */
function isHost(text: string): boolean {
  const dot = text.lastIndexOf('.')
  return dot > 0 && !/[\s/]/.test(text) && /^[a-z]{2,}$/i.test(text.slice(dot + 1))
}

/** The targets whose name or address holds what was typed; an address that was typed comes first. */
export function findTargets(all: readonly LinkTarget[], query: string): LinkTarget[] {
  const typed = typedTarget(query)
  const wanted = query.trim().toLowerCase()
  const found = all.filter(
    ({ label, href }) => label.toLowerCase().includes(wanted) || href.toLowerCase().includes(wanted),
  )
  const isListed = typed !== undefined && found.some(({ href }) => href === typed.href)
  return [...(typed && !isListed ? [typed] : []), ...found].slice(0, MAX_LISTED)
}
