import { parseCss } from '@atelier/site'

/** A font file as the css2 API lists it. */
export interface ListedFace {
  /** `400` or `400italic`. */
  variant: string
  /** `latin`, `cyrillic-ext`, or `[12]` for a slice of a large script. */
  subset: string
  url: string
  unicodeRange?: string
}

/** The address of the css2 API for a family; variants are `400`, `700italic` and the like. */
export function cssUrl(base: string, family: string, variants: readonly string[]): string {
  const url = new URL('/css2', base)
  const axes = variants
    .map((variant) => ({ italic: variant.endsWith('italic') ? 1 : 0, weight: Number.parseInt(variant, 10) || 400 }))
    .sort((a, b) => a.italic - b.italic || a.weight - b.weight)
  const hasItalic = axes.some(({ italic }) => italic === 1)
  const list = axes.map(({ italic, weight }) => (hasItalic ? `${italic},${weight}` : `${weight}`)).join(';')
  const query = axes.length === 0 ? family : `${family}:${hasItalic ? 'ital,wght' : 'wght'}@${list}`
  // The API expects its own separators unescaped.
  url.search = `family=${encodeURIComponent(query).replace(/%20/g, '+').replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%3B/g, ';').replace(/%40/g, '@')}&display=swap`
  return url.href
}

/** The faces of a css2 answer: each `@font-face` with the comment in front of it, which names its subset. */
export function readFaces(css: string): ListedFace[] {
  const faces: ListedFace[] = []
  let subset = ''
  for (const item of parseCss(css).items) {
    if (item.kind === 'comment') subset = item.text.replace(/^\/\*|\*\/$/g, '').trim()
    if (item.kind !== 'at' || item.name !== 'font-face') continue
    const values = new Map<string, string>()
    for (const inner of item.items) {
      if (inner.kind === 'declaration') values.set(inner.name, inner.text.slice(inner.text.indexOf(':') + 1).trim())
    }
    const url = /url\(\s*["']?([^"'()\s]+)["']?\s*\)\s*format\(\s*["']woff2["']\s*\)/.exec(values.get('src') ?? '')?.[1]
    if (url === undefined) continue
    const weight = /^\d+/.exec(values.get('font-weight') ?? '')?.[0] ?? '400'
    const variant = values.get('font-style') === 'italic' ? `${weight}italic` : weight
    const unicodeRange = values.get('unicode-range')
    faces.push({ variant, subset, url, ...(unicodeRange === undefined ? {} : { unicodeRange }) })
  }
  return faces
}

/**
 * The faces of the wanted subsets; none wanted means all. Large scripts come in slices without a name, which are taken
 * if a wanted subset is not among the named ones.
 */
export function facesOf(faces: readonly ListedFace[], subsets: readonly string[]): ListedFace[] {
  if (subsets.length === 0) return [...faces]
  const named = new Set(faces.map(({ subset }) => subset))
  const wantsSlices = subsets.some((subset) => !named.has(subset) && !subset.startsWith('latin'))
  const kept = faces.filter(({ subset }) => subsets.includes(subset) || (wantsSlices && subset.startsWith('[')))
  // A family with one script has one face without a comment.
  return kept.length > 0 ? kept : faces.filter(({ subset }) => subset === '')
}
