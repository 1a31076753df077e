import type { View } from '@atelier/documents'
import { pages, pathSlug } from '../document/pages.ts'
import { mediaByPath } from '../media/entries.ts'
import { resolvePath } from '../sheet/path.ts'

/** The intended slug: the path of a whole address, without anything outside the path. */
export function meantSlug(written: string): { slug: string; warning?: string } {
  const text = written.trim()
  const isAddress = /^[a-z][a-z\d+.-]{0,20}:\/\//i.test(text) || text.startsWith('//')
  const isHost =
    /^(?:www\.|localhost\b)/i.test(text) || /^[a-z\d-]{1,60}\.(?:com|org|net|io|dev|de|app|co)(?:\/|$)/i.test(text)
  if (isAddress || isHost) {
    const address = isHost ? `https://${text}` : text.startsWith('//') ? `https:${text}` : text
    const path = URL.canParse(address) ? new URL(address).pathname : '/'
    const slug = pathSlug(decodePagePath(path))
    return {
      slug,
      warning: `The slug “${text.slice(0, 100)}” is an address; of it the path counts: ${slug}. Give the path alone.`,
    }
  }
  const bare = text.split(/[?#]/, 1)[0] ?? ''
  const slug = pathSlug(bare)
  const isMeant =
    slug === text || text.replace(/^\/|\/$/g, '').toLowerCase() === slug || (slug === 'index' && /^\/?$/.test(text))
  return isMeant
    ? { slug }
    : {
        slug,
        warning: `The slug “${text.slice(0, 100)}” became ${slug}: slugs are words of lower case with hyphens, and / between folders.`,
      }
}

function decodePagePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A stray % is an ordinary character.
    return path
  }
}

/** Warnings for problems of texts that are used as plain text. */
export function textWarnings(texts: Readonly<Record<string, string | null | undefined>>): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    if (!text) return []
    const shown = `${name} “${text.slice(0, 60)}”`
    if (/<\/?[a-z][a-z\d]{0,15}(?:\s[^<>]{0,80})?>/i.test(text))
      return [`${shown} holds HTML, which would be seen as it is written; give plain text.`]
    if (/&(?:amp|lt|gt|quot|nbsp|#\d{1,6});/.test(text))
      return [
        `${shown} holds an escape such as &amp;, which would be seen as it is written; give the character itself.`,
      ]
    if (/^(?:https?:\/\/|www\.)\S{1,300}$/i.test(text.trim())) return [`${shown} is an address; give words for people.`]
    if (
      /^(?:todo:?$|tbd$|untitled(?: page| site)?$|lorem ipsum|your (?:title|name|site name|company name|description)(?: goes)?(?: here)?$|\[[^\]]{1,60}\]$|insert .{1,40} here$)/i.test(
        text.trim(),
      )
    )
      return [`${shown} is a placeholder; visitors and search engines would see it.`]
    return []
  })
}

/** Warnings for pictures and pages that settings name but the site does not have. */
export function addressWarnings(
  site: View,
  { pictures, canonical }: { pictures: Readonly<Record<string, string | null | undefined>>; canonical?: string | null },
): string[] {
  const warnings = Object.entries(pictures).flatMap(([name, url]) => {
    const path = url ? resolvePath('', url) : undefined
    if (!url || path === undefined || mediaByPath(site, path)) return []
    return [`${name} names ${url.slice(0, 100)}, and the site has no such file; list_media names those that it has.`]
  })
  const target = canonical ? resolvePath('', canonical) : undefined
  if (canonical && target !== undefined) {
    const slug = pathSlug(target)
    if (!pages(site).some((page) => page.slug === slug))
      warnings.push(
        `canonical names ${canonical.slice(0, 100)}, and no page lies there; search engines would be sent to nothing.`,
      )
  }
  return warnings
}

/** Warnings for effects of a public address or a robots.txt that are rarely intended. */
export function siteWarnings({ baseUrl, robots }: { baseUrl?: string | null; robots?: string | null }): string[] {
  const warnings: string[] = []
  if (baseUrl) {
    const host = URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()).hostname : ''
    if (/^(?:localhost|127\.|0\.0\.0\.0|\[::1\])|\.local(?:host)?$/.test(host))
      warnings.push(
        `baseUrl is ${host}, which only this computer reaches: canonical links and the sitemap would lead nowhere. Give the public address, or null.`,
      )
    else if (/(?:^|\.)(?:example\.(?:com|org|net)|yourdomain\.com|your-?site\.com|mysite\.com)$/.test(host))
      warnings.push(
        `baseUrl is ${host}, a placeholder: canonical links and the sitemap would lead there. Give the public address, or null.`,
      )
  }
  if (robots) {
    const lines = robots.split('\n').map((line) => line.trim())
    if (lines.some((line) => /^disallow:\s{0,5}\/$/i.test(line)) && !lines.some((line) => /^allow:/i.test(line)))
      warnings.push('robots has “Disallow: /”, which keeps search engines out of the whole site.')
    const odd = lines.find(
      (line) =>
        line !== '' && !/^(?:#|(?:user-agent|allow|disallow|sitemap|crawl-delay|host|clean-param)\s{0,5}:)/i.test(line),
    )
    if (odd !== undefined)
      warnings.push(
        `robots has the line “${odd.slice(0, 60)}”, which means nothing in a robots.txt; lines are such as User-agent: * and Disallow: /private/.`,
      )
    else if (
      !lines.some((line) => /^user-agent\s{0,5}:/i.test(line)) &&
      lines.some((line) => /^(?:dis)?allow/i.test(line))
    )
      warnings.push('robots has no line User-agent, so its rules hold for nobody; begin with User-agent: *.')
  }
  return warnings
}
