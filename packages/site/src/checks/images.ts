import { excerpt } from '@atelier/operation'
import { isPart } from '../document/special.ts'
import { nodeAttribute, type PageNode } from '../document/tree.ts'
import { mediaByPath } from '../media/entries.ts'
import { sitePath } from '../media/resolve.ts'
import { srcsetCandidates } from '../media/srcset.ts'
import { isFilledIn, isUnheard, type PageCheck, tagOf } from './facts.ts'
import { isFile } from './links.ts'

/** Pictures of this size or more load noticeably slowly. */
const HEAVY = 500_000

/** Pictures that are missing, have no alternative text, or are larger than a page should load. */
export const checkImages: PageCheck = function* (facts, add) {
  const { elements, page, entry, address, site } = facts
  const own = address(entry)
  const seen = new Set<string>()
  for (const node of elements) {
    yield
    const isImage = node.tag === 'img' || (node.tag === 'input' && nodeAttribute(node, 'type') === 'image')
    if (!isImage && node.tag !== 'source' && node.tag !== 'video' && node.tag !== 'audio') continue
    const tag = tagOf(node, 'src', 'alt')
    const at = { nodeId: node.id, excerpt: tag }
    const urls = sourcesOf(node)
    const parent = page.node(node.parent)
    // Its source is filled in when the page is composed.
    const showsPart = parent !== undefined && isPart(parent)
    if (isImage && !showsPart && !['src', 'srcset'].some((name) => nodeAttribute(node, name)?.trim())) {
      const hint = 'Give it a src, or remove it.'
      add({ code: 'missing-source', severity: 'error', message: 'A picture has no source.', hint, ...at })
    }
    for (const url of urls) {
      if (isFilledIn(url) || (own === undefined && !url.startsWith('/'))) continue
      const path = sitePath(url, own ?? '/')
      if (path === undefined) continue
      if (!isFile(facts, path)) {
        const message = `There is no file at ${excerpt(url, 80)}.`
        const hint = 'Upload it, or choose one of the media.'
        add({ code: 'broken-image', severity: 'error', message, hint, ...at })
        break
      }
      const media = mediaByPath(site, path)
      if (!media || media.bytes < HEAVY || seen.has(path)) continue
      seen.add(path)
      const message = `${media.name} weighs ${Math.round(media.bytes / 1000)} kB.`
      add({ code: 'heavy-image', severity: 'note', message, hint: 'Use a smaller or better compressed file.', ...at })
    }
    if (!isImage || isUnheard(page, node)) continue
    const role = nodeAttribute(node, 'role')
    if (nodeAttribute(node, 'alt') !== undefined || role === 'presentation' || role === 'none' || isNamed(node))
      continue
    const hint = 'Say in alt what the picture shows; alt="" where it only decorates.'
    add({ code: 'missing-alt', severity: 'error', message: 'A picture has no alternative text.', hint, ...at })
  }
}

const isNamed = (node: PageNode) =>
  Boolean(nodeAttribute(node, 'aria-label')?.trim() || nodeAttribute(node, 'aria-labelledby')?.trim())

function sourcesOf(node: PageNode): string[] {
  const urls = [nodeAttribute(node, 'src'), nodeAttribute(node, 'poster')].filter(
    (url) => url !== undefined && url.trim() !== '',
  )
  urls.push(...srcsetCandidates(nodeAttribute(node, 'srcset') ?? '').map(({ url }) => url))
  return urls.flatMap((url) => (url === undefined || /^data:/i.test(url.trim()) ? [] : [url.trim()]))
}
