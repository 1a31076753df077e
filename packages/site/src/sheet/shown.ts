import type { View } from '@atelier/documents'
import { printRules } from '../css/printCss.ts'
import { type Rule, readRules } from '../css/rules.ts'
import type { PageTree } from '../document/tree.ts'
import type { ShownFiles } from '../media/shown.ts'
import { frameworkCss } from '../tokens/framework.ts'
import { type PageSheet, pageSheets, sheetParts } from './cascade.ts'
import { sheetEntry } from './records.ts'

/**
 * All CSS that a page is under as one text, in the order of the cascade, for where it is looked at. Each stylesheet's
 * URLs count from where that lies.
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
  return [...head.map(sheet), frameworkCss(site), ...own, ...body.map(sheet)].filter((text) => text !== '').join('\n')
}
