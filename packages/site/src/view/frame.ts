import type { View } from '@atelier/documents'
import { composePage } from '../compose/compose.ts'
import { shownHtmlAttributes } from '../document/direction.ts'
import type { PageEntry } from '../document/pages.ts'
import type { PageTree } from '../document/tree.ts'
import { escapeAttribute, openTag, rawText, unescapeAttribute } from '../html/print.ts'
import { missingFile, type ShownFiles, shownFiles } from '../media/shown.ts'
import { shownCss } from '../sheet/shown.ts'
import { framePolicy } from './policy.ts'

/** Attributes that would keep a picture from loading, or make something happen by itself. */
const left = new Set(['loading', 'autoplay', 'autofocus'])

/**
 * A page as one HTML document for viewing, as it would be published: composed, with its styles inside and
 * `uid="<node id>"` on its elements. Nothing in it is active.
 * @param files where the files of the site are served, without a slash at its end
 * @param utilities the CSS of the site's utility classes
 */
export function frameHtml(
  site: View,
  entry: PageEntry,
  tree: (documentId: string) => PageTree | undefined,
  files?: string,
  utilities = '',
): string {
  const shown = files === undefined ? undefined : shownFiles(site, entry.id, files, missingFile)
  const composed = composePage(entry, { site, tree }, { uid: true, without: left }).body
  const page = tree(entry.id)
  const css = `${utilities}${shownCss(site, page, entry.id, shown)}`
  const root = page && page.html !== '' ? page.anyNode(page.html) : undefined
  const doctype = root?.birth.doctype === '' ? '' : `<!doctype ${root?.birth.doctype ?? 'html'}>`
  const attributes = shownHtmlAttributes(site, entry.id, page)
  return [
    `${doctype}${openTag('html', undefined, attributes)}<head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${framePolicy({ embeds: false })}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<style>${rawText(css, 'style')}</style></head>${shown ? withFiles(composed, shown) : composed}</html>`,
  ].join('')
}

const ADDRESSES = / (src|srcset|poster|data|background|href|xlink:href|style)="([^"]*)"/g

/** Points the page's pictures to their served URLs; its links stay as they are, since none is followed here. */
function withFiles(body: string, shown: ShownFiles): string {
  return body.replace(ADDRESSES, (whole, name: string, escaped: string) => {
    const value = unescapeAttribute(escaped)
    const [[, mapped] = ['', value]] = shown.attributes([[name, value]])
    return mapped === value ? whole : ` ${name}="${escapeAttribute(mapped)}"`
  })
}
