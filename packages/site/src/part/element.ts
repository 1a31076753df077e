import type { PartRequest } from '../context/parts.ts'
import type { Attribute } from '../document/node.ts'

/** The element that visitors get in place of `<atelier-part>`. */
export const PART_VIEWER_TAG = 'part-viewer'

/** The class of the line over a part with a link to its file, and the choice among its configurations. */
export const PART_CONTROLS_CLASS = 'part-controls'

/** Attributes that say which part is shown and how; the others are those of the viewer's element. */
const OWN: ReadonlySet<string> = new Set(['part', 'config', 'view', 'background', 'allow', 'choices'])
/** A colour, or a custom property that holds one. */
const COLOUR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|var\(--[\w-]{1,100}\)|(?:rgb|hsl|oklch|oklab)a?\([\d\s.,%/-]{1,60}\))$/i

/** Styles of the elements around parts, for pages that show some. Whatever the site's own styles say holds over them. */
export const partStyles = `@layer parts{${PART_VIEWER_TAG}{display:block;position:relative}${PART_VIEWER_TAG}>img{display:block;width:100%;height:auto}.${PART_CONTROLS_CLASS}{position:absolute;z-index:1;inset:auto auto 8px 8px;display:flex;flex-wrap:wrap;gap:8px;font:14px/20px system-ui,sans-serif}.${PART_CONTROLS_CLASS}>*{padding:6px 10px;border:0;border-radius:6px;background:#fffe;color:#111;font:inherit;box-shadow:0 0 0 1px #0003}}`

/** The part that an `<atelier-part>` shows. */
export function partRequestOf(attributes: readonly Attribute[]): PartRequest {
  const textOf = (wanted: string) => attributes.find(([name]) => name === wanted)?.[1].trim() ?? ''
  const [configuration, view] = [textOf('config'), textOf('view')]
  return {
    partId: textOf('part'),
    ...(configuration === '' ? {} : { configuration }),
    ...(view === '' ? {} : { view }),
    ...(allowedIn(attributes).has('configurations') ? { choices: true } : {}),
  }
}

/** Whether visitors may download the part that an `<atelier-part>` shows. */
export const mayDownload = (attributes: readonly Attribute[]): boolean => allowedIn(attributes).has('download')

/** The words of `allow`: what visitors may do beyond looking. */
function allowedIn(attributes: readonly Attribute[]): ReadonlySet<string> {
  const [, words = ''] = attributes.find(([name]) => name === 'allow') ?? []
  return new Set(words.toLowerCase().split(/\s+/))
}

/** The attributes of the viewer's element: the author's, and the background among its styles. */
export function viewerAttributes(attributes: readonly Attribute[]): Attribute[] {
  // The viewer begins with the view that the picture shows.
  const kept = attributes.filter(([name]) => name === 'view' || !(OWN.has(name) || name === 'src' || name === 'poster'))
  const background = attributes.find(([name]) => name === 'background')?.[1].trim() ?? ''
  if (!COLOUR.test(background)) return kept
  const style =
    kept
      .find(([name]) => name === 'style')?.[1]
      .trim()
      .replace(/;$/, '') ?? ''
  const styles = [`background:${background}`, ...(style === '' ? [] : [style])].join(';')
  return [...kept.filter(([name]) => name !== 'style'), ['style', styles]]
}

/** Where a page that is not published shows the picture of a part from, from the root on. */
export function partPictureUrl({ partId, configuration, view }: PartRequest): string {
  const query = new URLSearchParams({
    ...(view === undefined ? {} : { view }),
    ...(configuration === undefined ? {} : { config: configuration }),
  }).toString()
  return `/parts/${encodeURIComponent(partId)}.png${query === '' ? '' : `?${query}`}`
}

/** The id of the part whose picture lies at a path of the site; undefined at any other path. */
export const partOfPicture = (path: string): string | undefined => /^parts\/([\w-]{1,100})\.png$/.exec(path)?.[1]
