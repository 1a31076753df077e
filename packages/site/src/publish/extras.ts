import type { View } from '@atelier/documents'
import { printCss, printRules } from '../css/printCss.ts'
import { readSheets } from '../css/sheets.ts'
import { letterboxes, responsiveImages } from '../media/images.ts'
import { siteUrl } from '../media/resolve.ts'
import { partStyles } from '../part/element.ts'
import type { CodeSources } from './csp.ts'
import { type BuiltCode, pageCode } from './pageCode.ts'

/** Additions to a composed page: widths for its pictures, and its code. */
export interface Extras {
  body: string
  /** Elements for the end of the head, as HTML. */
  end: string[]
  csp: CodeSources
  /** Whether it shows files of the library and so depends on them. */
  media: boolean
  /** Pictures that it shows cut to a preset. */
  crops: { mediaId: string; preset: string }[]
}

/** With which visitors turn parts: it reads their files from the site. */
const VIEWER_SOURCES = ["'self'"]

/**
 * @param body the whole `<body>…</body>`
 * @param address the root-relative address of the published page
 * @param viewer the path of the script that turns parts, if the page shows some
 */
export function createExtras(site: View, code: BuiltCode | undefined) {
  // A page's own stylesheet applies only to it, the others to all pages.
  const everywhere = letterboxes(printRules(readSheets(site)))
  return (pageId: string, body: string, address: string, viewer?: string): Extras => {
    const blur = !everywhere && !letterboxes(printCss(site, { sheet: pageId }))
    const { html, images, crops, css } = responsiveImages(site, body, address, { blur })
    const own = code && pageCode(site, pageId, code)
    const layers = `${css}${viewer === undefined ? '' : partStyles}`
    const end = [...(layers === '' ? [] : [`<style>${layers}</style>`]), ...(own?.head ?? [])]
    const scripts = [
      ...(viewer === undefined ? [] : [`<script type="module" src="${siteUrl(viewer)}"></script>`]),
      ...(own?.bodyEnd ?? []),
    ]
    const close = html.lastIndexOf('</body>')
    const whole =
      scripts.length === 0 || close < 0 ? html : `${html.slice(0, close)}${scripts.join('\n')}${html.slice(close)}`
    return {
      body: whole,
      end,
      csp: viewer === undefined ? (own?.csp ?? {}) : withViewer(own?.csp ?? {}),
      media: images.length > 0 || body.includes('media/'),
      crops,
    }
  }
}

const withViewer = (csp: CodeSources): CodeSources => ({
  ...csp,
  script: [...new Set([...VIEWER_SOURCES, ...(csp.script ?? [])])],
  connect: [...new Set([...VIEWER_SOURCES, ...(csp.connect ?? [])])],
})
