import type { View } from '@atelier/documents'
import { printCss } from '../css/printCss.ts'
import { settings } from '../document/pages.ts'
import { nodeAttributes, type PageTree } from '../document/tree.ts'
import { pageSource, printNodes } from '../html/print.ts'

/** Nothing acts: no script, no form, no base; what the page shows may come from anywhere. */
const policy = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src * 'unsafe-inline'",
  'img-src * data: blob:',
  'media-src * data: blob:',
  'font-src * data:',
  "form-action 'none'",
  "base-uri 'none'",
].join('; ')

/** Attributes that would keep a picture from loading, or make something happen by itself. */
const left = new Set(['uid', 'loading', 'autoplay', 'autofocus'])

/**
 * A page as one HTML document to be looked at, as it would be published, with its styles inside and `uid="<node id>"` on
 * every element. Nothing in it can act.
 */
export function frameHtml(site: View, pageId: string, tree: PageTree): string {
  const { language } = settings(site)
  const css = [printCss(site), printCss(site, { sheet: pageId })].filter((sheet) => sheet !== '').join('\n')
  const root = tree.node(tree.root)
  const source = pageSource(tree, { hidden: false })
  const body = root
    ? printNodes([root], {
        ...source,
        attributes: (node) => [['uid', node.id], ...nodeAttributes(node).filter(([name]) => !left.has(name))],
      })
    : '<body></body>'
  const lang = typeof language === 'string' ? language.replaceAll('&', '&amp;').replaceAll('"', '&quot;') : 'en'
  return [
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<style>${css}</style></head>${body}</html>`,
  ].join('')
}
