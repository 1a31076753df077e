import { type MediaEntry, nodeAttribute, type PageNode, siteUrl } from '@atelier/site'

/**
 * The props that change with the picture: other sizes of the old one, and its proportion, would be wrong for the new
 * one.
 */
export function pictureProps(node: PageNode, entry: MediaEntry): Record<string, string | null> {
  const has = (name: string) => nodeAttribute(node, name) !== undefined
  const props: Record<string, string | null> = { src: siteUrl(entry.path) }
  for (const name of ['srcset', 'sizes']) if (has(name)) props[name] = null
  if (has('width') && has('height')) {
    props.width = entry.width === undefined ? null : String(entry.width)
    props.height = entry.height === undefined ? null : String(entry.height)
  }
  if (entry.alt && !nodeAttribute(node, 'alt')) props.alt = entry.alt
  return props
}
