import type { View } from '@atelier/documents'
import type { Attribute } from '../document/node.ts'
import type { PageNode } from '../document/tree.ts'
import { sheetOf } from './cascade.ts'
import { relativeUrl, resolvePath } from './path.ts'
import { sheetEntry } from './records.ts'
import { sheetTexts } from './text.ts'

/** Prints the elements of a page that refer to stylesheets of the site. */
export interface SheetPrinting {
  /** The CSS inside a `<style>`; undefined for every other element. */
  css(node: PageNode): string | undefined
  /** The attributes of an element, with the address at which its stylesheet is published. */
  attributes(node: PageNode, attributes: readonly Attribute[]): readonly Attribute[]
  /** The same for a page at an address, which may differ from the one at which its links were written. */
  at(address: string): SheetPrinting
}

/** @param published the path at which each stylesheet is published, by its id; in the folder of its authored path */
export function sheetPrinting(site: View, published: ReadonlyMap<string, string>): SheetPrinting {
  const textOf = sheetTexts(site)
  const css = (node: PageNode) => {
    const sheet = node.tag === 'style' ? sheetOf(node) : undefined
    return sheet === undefined ? undefined : textOf(sheet)
  }
  const printing = (urlOf: (written: string, sheet: string, path: string) => string): SheetPrinting => ({
    css,
    attributes(node, attributes) {
      const sheet = node.tag === 'link' ? sheetOf(node) : undefined
      const path = sheet === undefined ? undefined : published.get(sheet)
      if (sheet === undefined || path === undefined) return attributes
      return attributes.map(([name, value]) => (name === 'href' ? [name, urlOf(value, sheet, path)] : [name, value]))
    },
    at: (address) =>
      printing((written, sheet, path) => {
        const leads = resolvePath(decodeURIComponent(address).slice(1), written)
        return leads === undefined || leads === sheetEntry(site, sheet)?.path
          ? inSameFolder(written, path)
          : relativeUrl(address, path)
      }),
  })
  return printing((written, _, path) => inSameFolder(written, path))
}

/** Replaces the file name of a URL with another one of the same folder. */
export function inSameFolder(url: string, path: string): string {
  const rest = url.search(/[?#]/)
  const [file, behind] = rest < 0 ? [url, ''] : [url.slice(0, rest), url.slice(rest)]
  const name = path.slice(path.lastIndexOf('/') + 1)
  return `${file.slice(0, file.lastIndexOf('/') + 1)}${encodeURIComponent(name)}${behind}`
}
