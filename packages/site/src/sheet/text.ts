import type { View } from '@atelier/documents'
import { printRule } from '../css/printCss.ts'
import { readRules } from '../css/rules.ts'
import { sheetEntry } from './records.ts'

/** The text of a stylesheet as authored, with later edits; empty if no stylesheet has that id. */
export function sheetText(site: View, id: string): string {
  const entry = sheetEntry(site, id)
  if (!entry) return ''
  const text = readRules(site, id).map(printRule).join('') + entry.tail
  const end = entry.open + entry.tail
  // The text that closes open blocks is left out at the end, unless rules were added after them.
  const cut = entry.open !== '' && text.endsWith(end) ? text.slice(0, text.length - end.length) + entry.tail : text
  return (entry.bom ? '\ufeff' : '') + cut
}

/** The texts of stylesheets by id, each printed once. */
export function sheetTexts(site: View): (sheetId: string) => string {
  const texts = new Map<string, string>()
  return (sheetId) => {
    const known = texts.get(sheetId)
    if (known !== undefined) return known
    const text = sheetText(site, sheetId)
    texts.set(sheetId, text)
    return text
  }
}
