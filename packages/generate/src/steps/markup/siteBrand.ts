import type { ColorShare } from '../../brand/pictureColors.ts'
import { readTags } from './tags.ts'

/** The parts of a page that show whose it is. Addresses are whole. */
export interface BrandSources {
  /** The colour that the page asks browsers to use. */
  theme?: string
  /** Pictures that may be the logo, the likeliest first. */
  logos: string[]
  /** The picture that other sites show for the page. */
  picture?: string
  /** Its stylesheets, and the text of those in it. */
  sheets: string[]
  css: string
  /** The title of the page. */
  title: string
}

/** The most stylesheets that are read, and logos that are tried. */
const MOST_SHEETS = 2
const MOST_LOGOS = 3

/** Finds what shows the brand in a page. One pass over its tags. */
export function brandSources(html: string, address: string): BrandSources {
  const logos: { url: string; rank: number }[] = []
  const sources: BrandSources = { logos: [], sheets: [], css: '', title: '' }
  const whole = (url: string | undefined) =>
    url !== undefined && URL.canParse(url, address) ? new URL(url, address).href : undefined
  for (const { name, isEnd, start, end, content } of readTags(html)) {
    if (isEnd) continue
    const tag = html.slice(start, end)
    const read = (attribute: string) => attributeIn(tag, attribute)
    if (name === 'title' && content && sources.title === '') sources.title = html.slice(end, content.end).trim()
    if (name === 'style' && content) sources.css += `${html.slice(end, content.end)}\n`
    if (name === 'meta' && read('name')?.toLowerCase() === 'theme-color')
      sources.theme ??= hexColor(read('content') ?? '')
    if (name === 'meta' && read('property')?.toLowerCase() === 'og:image') sources.picture ??= whole(read('content'))
    if (name === 'img' && /logo|brand/i.test(tag)) addLogo(logos, whole(read('src')), 4)
    if (name !== 'link') continue
    const rel = ` ${read('rel')?.toLowerCase() ?? ''} `
    const url = whole(read('href'))
    if (rel.includes(' stylesheet ') && url && sources.sheets.length < MOST_SHEETS) sources.sheets.push(url)
    if (rel.includes(' apple-touch-icon ')) addLogo(logos, url, 2)
    else if (rel.includes(' icon ')) addLogo(logos, url, /svg/i.test(tag) ? 3 : 1)
  }
  sources.logos = [...new Set(logos.sort((a, b) => b.rank - a.rank).map(({ url }) => url))].slice(0, MOST_LOGOS)
  return sources
}

function addLogo(logos: { url: string; rank: number }[], url: string | undefined, rank: number): void {
  if (url !== undefined && /^https?:/.test(url)) logos.push({ url, rank })
}

/** The value of an attribute as it is written in a tag. */
function attributeIn(tag: string, name: string): string | undefined {
  const found = new RegExp(
    `\\s${name}\\s{0,4}=\\s{0,4}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\\s>"']{1,2000}))`,
    'i',
  ).exec(tag)
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.replaceAll('&amp;', '&').trim()
}

/** A colour as `#rrggbb`: of a hexadecimal one or `rgb()`; undefined of another. */
export function hexColor(text: string): string | undefined {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (hex) return hex.length === 6 ? `#${hex}` : `#${[...hex].map((each) => each + each).join('')}`
  const channels = /^rgb\(\s{0,4}(\d{1,3})[\s,]{1,4}(\d{1,3})[\s,]{1,4}(\d{1,3})\s{0,4}\)$/i.exec(text.trim())
  if (!channels) return undefined
  return `#${channels
    .slice(1)
    .map((each) => Math.min(255, Number(each)).toString(16).padStart(2, '0'))
    .join('')}`
}

/** The most of a stylesheet that is looked at, in characters. */
const MOST_CSS = 400_000

/** How far in front of a colour the name of its property is looked for, in characters. */
const LONGEST_PROPERTY = 100

/** The colours of a stylesheet by how often they occur; one that is named as the brand's counts more. */
export function sheetColors(css: string): ColorShare[] {
  const counts = new Map<string, number>()
  let total = 0
  const text = css.slice(0, MOST_CSS)
  for (const { 0: written, index } of text.matchAll(/#[0-9a-f]{3,6}\b|rgb\([\d\s,]{5,20}\)/gi)) {
    const before = text.slice(Math.max(0, index - LONGEST_PROPERTY), index)
    const property = before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('{')) + 1)
    const color = hexColor(written)
    if (color === undefined) continue
    const weight = property.includes('--') && /primary|brand|accent|theme|main/i.test(property) ? 12 : 1
    counts.set(color, (counts.get(color) ?? 0) + weight)
    total += weight
  }
  return [...counts]
    .map(([color, count]) => ({ color, share: count / total }))
    .sort((a, b) => b.share - a.share)
    .slice(0, 40)
}
