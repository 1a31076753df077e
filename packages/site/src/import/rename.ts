import { tokenize } from '../css/tokenize.ts'
import type { Attribute } from '../document/node.ts'
import { mapAttributeUrls, mapCssUrls } from '../media/shown.ts'
import { resolvePath } from '../sheet/path.ts'
import { inSameFolder } from '../sheet/printing.ts'

/** The renamed parts of an import: files by their paths, and custom properties. */
export interface Renaming {
  paths: ReadonlyMap<string, string>
  properties: ReadonlyMap<string, string>
}

export const isNothing = ({ paths, properties }: Renaming) => paths.size + properties.size === 0

/** Rewrites CSS of the import for the renamed parts. @param from the path of its file */
export function renamedCss(css: string, from: string, renaming: Renaming): string {
  if (isNothing(renaming)) return css
  return withProperties(
    renaming.paths.size === 0 ? css : mapCssUrls(css, (url) => renamedUrl(url, from, renaming)),
    renaming,
  )
}

/** Rewrites the attributes of an element of an imported page. @param from the path of the page */
export function renamedAttributes(
  attributes: readonly Attribute[],
  from: string,
  renaming: Renaming,
): readonly Attribute[] {
  if (isNothing(renaming)) return attributes
  return attributes.map(([name, value]): Attribute => {
    const moved = mapAttributeUrls(name, value, (url) => renamedUrl(url, from, renaming))
    return [name, name === 'style' || value.includes('var(') ? withProperties(moved, renaming) : moved]
  })
}

function renamedUrl(url: string, from: string, { paths }: Renaming): string | undefined {
  const path = resolvePath(from, url)
  if (path === undefined) return undefined
  const to = paths.get(path === '' || path.endsWith('/') ? `${path}index.html` : path)
  return to === undefined ? undefined : inSameFolder(url, to)
}

function withProperties(css: string, { properties }: Renaming): string {
  if (properties.size === 0 || !css.includes('--')) return css
  let out = ''
  for (const { type, start, end } of tokenize(css)) {
    const text = css.slice(start, end)
    out += (type === 'ident' ? properties.get(text) : undefined) ?? text
  }
  return out
}
