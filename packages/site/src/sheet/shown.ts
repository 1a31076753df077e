import type { View } from '@atelier/documents'
import { appliedCode } from '../code/applies.ts'
import { printRules } from '../css/printCss.ts'
import { type Rule, readRules } from '../css/rules.ts'
import { missingEnd } from '../css/tokenize.ts'
import type { PageTree } from '../document/tree.ts'
import { pictureProportions } from '../media/images.ts'
import type { ShownFiles } from '../media/shown.ts'
import { frameworkCss } from '../tokens/framework.ts'
import { type PageSheet, pageSheets, sheetParts } from './cascade.ts'
import { sheetEntry } from './records.ts'

/**
 * All CSS that applies to a page as one text, in cascade order, for unpublished views: the stylesheets of the
 * site, the design system with its fonts, the styles among its code assets, and the proportions of the library's pictures. URLs are relative to the path of their stylesheet.
 */
export function shownCss(site: View, page: PageTree | undefined, pageId: string, files?: ShownFiles): string {
  const { head, body } = page ? pageSheets(site, page) : { head: [], body: [] }
  const print = (rules: readonly Rule[], address?: string) => {
    const css = printRules(rules)
    return files ? files.css(css, address) : css
  }
  const sheet = (each: PageSheet) => {
    const { path, base } = sheetEntry(site, each.sheetId) ?? {}
    return print(sheetParts(site, [each]).flat(), `/${path ?? base ?? ''}`)
  }
  const own = [print(readRules(site), '/'), print(readRules(site, pageId), '/')]
  // An import is valid only before all rules, so one in the middle has no effect.
  const code = appliedCode(site, pageId).styles.map(({ path, content }) => {
    const whole = content + missingEnd(content)
    return files ? files.css(whole, `/${path}`) : whole
  })
  const tokens = frameworkCss(
    site,
    undefined,
    files ? { fontUrl: ({ path }) => files.url(`/${path}`, '/') ?? `/${path}` } : {},
  )
  return [...head.map(sheet), tokens, ...own, ...code, ...body.map(sheet), pictureProportions(site)]
    .filter((text) => text !== '')
    .join('\n')
}
