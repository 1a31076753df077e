import { cssUrls } from '../css/urls.ts'
import { parseDocument } from '../html/document.ts'
import type { ParsedNode } from '../html/parse.ts'
import { srcsetCandidates } from '../media/srcset.ts'

/** Attributes whose value is one URL that a browser loads, or follows. */
const URLS: ReadonlySet<string> = new Set('src href xlink:href poster data background action formaction'.split(' '))
const LISTS: ReadonlySet<string> = new Set(['srcset', 'imagesrcset'])

/** A URL that a page or stylesheet names. */
export interface Reference {
  url: string
  /** Whether a missing target is reported; other values are only candidates. */
  certain: boolean
}

/** Every URL in the attributes of an element, and every value that could be one. */
export function attributeReferences(node: ParsedNode): Reference[] {
  const found: Reference[] = []
  for (const [name, value] of node.attrs ?? []) {
    const lower = name.toLowerCase()
    if (URLS.has(lower)) found.push({ url: value, certain: true })
    else if (LISTS.has(lower)) for (const { url } of srcsetCandidates(value)) found.push({ url, certain: true })
    else if (lower === 'style') for (const { url } of cssUrls(value)) found.push({ url, certain: true })
    else if (lower === 'srcdoc') found.push(...documentReferences(value))
    else if (/[./]/.test(value) && value.length < 2_000) {
      for (const word of value.split(/[\s,;|"'()]+/))
        if (/[\w-]\.\w{2,5}(?:[?#]|$)/.test(word)) found.push({ url: word, certain: false })
    }
  }
  return found
}

/** The references of a document in an attribute: they are relative to the page's address. */
function documentReferences(html: string): Reference[] {
  const found: Reference[] = []
  const { head, body } = parseDocument(html)
  const stack: ParsedNode[] = [...head.nodes, ...body.nodes]
  for (let node = stack.pop(); node; node = stack.pop()) {
    found.push(...attributeReferences(node))
    if (node.css !== undefined) for (const { url } of cssUrls(node.css)) found.push({ url, certain: true })
    stack.push(...(node.children ?? []))
  }
  return found
}
