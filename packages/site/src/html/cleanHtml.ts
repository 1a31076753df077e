import { parseHtml } from './parse.ts'
import { printLoose } from './print.ts'

/** Somebody's HTML as a site shows it, without what is refused everywhere; for places that can hold any content. */
export function cleanHtml(html: string): string {
  return printLoose(parseHtml(html, { context: [{ tag: 'div', ns: undefined }] }).nodes)
}
