import { parseDocument } from '../../src/html/document.ts'
import { plantDocument } from '../../src/import/plant.ts'
import { createTestProject } from '../project.ts'
import { htmlVectors } from '../vectors.ts'
import { type EntryPoint, finish } from './entryPoint.ts'

const inHead = /^[^a-z<]*<(?:\W|(?:script|style|title|link|meta|base|template|noscript|noframes)\b)/i

export async function wholeDocuments(): Promise<EntryPoint> {
  const all = [
    ...htmlVectors.map((html) => `<!doctype html><title>x</title><body>${html}`),
    // Elements that a head cannot contain end it, and are the same as in the body.
    ...htmlVectors.filter((html) => inHead.test(html)).map((html) => `<!doctype html><head>${html}</head><p>x`),
    '<html onload="pwn()" manifest="javascript:pwn()"><head profile="javascript:pwn()"><body onload="pwn()">',
    '<!doctype html PUBLIC "><script>pwn()</script>" "x">x',
  ]
  const parts: EntryPoint[] = []
  // The cost of a page grows with the pages beside it: many small sites are made sooner than one large.
  for (let from = 0; from < all.length; from += 40) {
    const project = createTestProject()
    for (const [i, html] of all.slice(from, from + 40).entries()) {
      const { pageId } = project.addPage('', { title: `Page ${i}`, slug: i === 0 ? 'index' : `p${i}` })
      const page = project.pages.get(pageId)
      for (const key of [...(page?.keys() ?? [])]) page?.delete(key)
      if (page) plantDocument(page, project.newId, withoutSheets(parseDocument(html)))
    }
    parts.push(await finish('a whole document', 0, project))
  }
  return {
    name: 'a whole document',
    sent: all.length,
    files: parts.flatMap(({ files }, part) => files.map((file) => ({ ...file, path: `${part}/${file.path}` }))),
    frames: parts.flatMap(({ frames }) => frames),
  }
}

/** Styles are kept as text in their elements here, where an import gives each a stylesheet of its own. */
function withoutSheets(document: ReturnType<typeof parseDocument>) {
  type Node = (typeof document.body.nodes)[number]
  const plain = (node: Node): Node =>
    node.css !== undefined
      ? { ...node, children: [{ kind: 'text', text: node.css }] }
      : { ...node, ...(node.children ? { children: node.children.map(plain) } : {}) }
  const part = ({ attrs, nodes }: typeof document.body) => ({ attrs, nodes: nodes.map(plain) })
  return { ...document, head: part(document.head), body: part(document.body) }
}
