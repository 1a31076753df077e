import type { NodeViewConstructor } from 'prosemirror-view'
import { isPending } from './model/schema.ts'
import { cellCount } from './model/tableAt.ts'

/** A picture, at the address where the studio has it; a note in its place while it is on its way there. */
export const pictureView =
  (url: (src: string) => string, pendingNote: string): NodeViewConstructor =>
  ({ attrs: { src, alt, title } }, view) => {
    const { ownerDocument } = view.dom
    if (isPending(src)) {
      const note = ownerDocument.createElement('span')
      note.dataset.pending = ''
      note.textContent = pendingNote
      return { dom: note }
    }
    const dom = ownerDocument.createElement('img')
    dom.src = url(String(src))
    dom.alt = typeof alt === 'string' ? alt : ''
    if (typeof title === 'string') dom.title = title
    return { dom }
  }

/** A block that the surface does not know: its source, with a line that says so. */
export function sourceView(note: string): NodeViewConstructor {
  return (node, view) => {
    const { ownerDocument } = view.dom
    const dom = ownerDocument.createElement('figure')
    dom.dataset.source = ''
    const line = ownerDocument.createElement('figcaption')
    line.textContent = note
    const code = ownerDocument.createElement('pre')
    code.textContent = String(node.attrs.html)
    dom.append(line, code)
    return { dom, ignoreMutation: () => true }
  }
}

/** From this size on a table is laid out row by row, with columns of one width. */
const MANY_CELLS = 1_000

/** A table, which says whether it is a large one. */
export const tableView: NodeViewConstructor = (node, view) => {
  const { ownerDocument } = view.dom
  const dom = ownerDocument.createElement('table')
  const contentDOM = ownerDocument.createElement('tbody')
  if (cellCount(node) > MANY_CELLS) dom.dataset.large = ''
  dom.append(contentDOM)
  return { dom, contentDOM }
}
