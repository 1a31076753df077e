import { doctypeText } from '../document/doctype.ts'
import type { Attribute, outer } from '../document/node.ts'
import { type BuiltElement, type BuiltNode, buildDocument, type ParsedNode, type Watch } from './built.ts'
import { type Loss, lossNotes } from './losses.ts'
import { firstDifference } from './parse.ts'
import { isPlain } from './plain.ts'
import { openTag, printLoose } from './print.ts'
import { type Notes, Reader, type RefusedScript } from './reader.ts'
import type { Refusal } from './refuse.ts'

/** The part after a comment or white space around the head and the body; `after` means that nothing follows. */
export type Zone = keyof typeof outer | 'after'

/** A whole parsed HTML document, without the parts that are refused for safety. */
export interface ParsedDocument {
  /** The content of `<!doctype …>`; empty if there was none, and the page is in quirks mode. */
  doctype: string
  html: readonly Attribute[]
  head: { attrs: readonly Attribute[]; nodes: ParsedNode[] }
  body: { attrs: readonly Attribute[]; nodes: ParsedNode[] }
  around: { zone: Zone; node: ParsedNode }[]
  refused: Refusal[]
  warnings: string[]
  /** The scripts among the refused parts. */
  scripts: RefusedScript[]
}

/** The printed parts of a document. */
export interface DocumentText {
  doctype: string
  html: readonly Attribute[]
  around(zone: Zone): string
  /** `<head>…</head>` and `<body>…</body>`. */
  head: string
  body: string
}

/**
 * Parses a whole document by the HTML standard with scripting off. Every `<style>` stays where it is, as a node with its
 * text in `css`. The printed result reads back as the same document; if HTML text cannot express a tree, what a
 * browser would read from the text is kept, with a warning.
 */
/**
 * @param options `depth`: the nesting depth of documents in attributes, including this one
 * @param watch observes what is read of the source
 */
export function parseDocument(source: string, options: { depth?: number } = {}, watch?: Watch): ParsedDocument {
  let result = readSource(source, options, watch)
  if (isPlainDocument(result)) return result
  for (let round = 0; round < 3; round += 1) {
    const again = readSource(printParsed(result), options)
    const difference =
      firstDifference(result.body.nodes, again.body.nodes) ?? firstDifference(result.head.nodes, again.head.nodes)
    if (!difference && again.refused.length === 0) return result
    const { refused, warnings, scripts } = result
    if (difference) warnings.push(`A browser reads ${difference} differently there; it is stored as it would be read.`)
    result = { ...again, refused: [...refused, ...again.refused], warnings, scripts }
  }
  result.warnings.push('A browser reads this page differently each time it is written out.')
  return result
}

/** Whether the printed document certainly reads back the same, so that no comparison is needed. */
function isPlainDocument({ head, body, around }: ParsedDocument): boolean {
  // A parser built this head, so only a comment or a text in it could read back differently.
  const heads = head.nodes.filter(({ tag }) => tag !== 'noscript')
  if (heads.length < head.nodes.length && !head.nodes.every(isPlainNoscript)) return false
  return isPlain(heads) && isPlain(body.nodes) && isPlain(around.map(({ node }) => node))
}

/** A `<noscript>` of a head that holds only links and metadata. */
function isPlainNoscript({ tag, children = [] }: ParsedNode): boolean {
  return (
    tag !== 'noscript' || children.every((child) => child.kind === 'text' || /^(?:link|meta)$/.test(child.tag ?? ''))
  )
}

/** Prints a document as text, with white space that parsers drop added for readability. */
export function printDocument({ doctype, html, around, head, body }: DocumentText): string {
  const start = doctype === '' ? '' : `<!doctype ${doctype}>\n`
  const open = `${around('doctype')}${start}${around('html')}${openTag('html', undefined, html)}`
  return `${open}${around('head')}\n${head}${around('body')}${body}${around('end')}</html>${around('after')}`
}

/** A parsed document as text. */
export function printParsed({ doctype, html, head, body, around }: ParsedDocument): string {
  const part = (tag: string, { attrs, nodes }: ParsedDocument['head']) =>
    `${openTag(tag, undefined, attrs)}${printLoose(nodes)}</${tag}>`
  return printDocument({
    doctype,
    html,
    around: (zone) => printLoose(around.flatMap((each) => (each.zone === zone ? [each.node] : []))),
    head: part('head', head),
    body: part('body', body),
  })
}

function readSource(text: string, options: { depth?: number }, watch?: Watch): ParsedDocument {
  const losses: Loss[] = []
  const document = buildDocument(text, watch, losses)
  const scripts: RefusedScript[] = []
  const notes: Notes = { css: [], refused: [], warnings: [], scripts }
  const reader = new Reader(notes, { keepStyles: true, ...options })
  const result: ParsedDocument = {
    doctype: '',
    html: [],
    head: { attrs: [], nodes: [] },
    body: { attrs: [], nodes: [] },
    around: [],
    refused: notes.refused,
    warnings: notes.warnings,
    scripts,
  }
  let zone: Zone = 'doctype'
  const note = (child: BuiltNode) => {
    for (const node of reader.children([child])) result.around.push({ zone, node })
  }
  const readHtml = (root: BuiltElement) => {
    result.html = reader.attributes(root, '')
    for (const child of root.children ?? []) {
      if (child.kind !== 'element') note(child)
      else if (child.tag === 'head') {
        result.head = { attrs: reader.attributes(child, ''), nodes: reader.children(child.children ?? [], 'head') }
        zone = 'body'
      } else if (child.tag === 'body') {
        result.body = { attrs: reader.attributes(child, ''), nodes: reader.children(child.children ?? []) }
        zone = 'end'
      } else reader.refuse(`<${child.tag}>`, 'html', 'frames replace the body of a page')
    }
  }
  const { doctype, doctypeAt, children = [] } = document
  if (doctype) result.doctype = doctypeText(doctype)
  for (const [index, child] of children.entries()) {
    if (doctype && index >= doctypeAt && zone === 'doctype') zone = 'html'
    if (child.kind === 'element') {
      zone = 'head'
      readHtml(child)
      zone = 'after'
    } else note(child)
  }
  notes.refused.push(...lossNotes(losses))
  // Without a doctype there is nothing between it and the html element.
  if (result.doctype === '') for (const each of result.around) if (each.zone === 'html') each.zone = 'doctype'
  return result
}
