import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, NodeSelection } from 'prosemirror-state'
import { schema } from './schema.ts'
import { selectedCell } from './tableAt.ts'

const { nodes, marks } = schema

export const formats = ['strong', 'em', 's', 'code'] as const
export type TextFormat = (typeof formats)[number]
export const blockKinds = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'pre'] as const
export type RichBlock = (typeof blockKinds)[number]

export const toggleFormat = (format: TextFormat): Command => toggleMark(marks[format])

/** Turns the blocks of a selection into another kind; into paragraphs where they are of that kind already. */
export function turnInto(kind: RichBlock): Command {
  return (state, dispatch, view) => {
    const wanted = blockOf(state) === kind ? 'p' : kind
    const outOf = unwrapped(state)
    if (wanted === 'ul' || wanted === 'ol')
      return wrapInList(wanted === 'ul' ? nodes.bullet_list : nodes.ordered_list)(state, dispatch, view)
    if (wanted === 'blockquote') return wrapIn(nodes.blockquote)(state, dispatch, view)
    if (wanted === 'p' && outOf) return outOf(state, dispatch, view)
    if (wanted === 'p') return setBlockType(nodes.paragraph)(state, dispatch, view)
    if (wanted === 'pre') return setBlockType(nodes.code_block)(state, dispatch, view)
    return setBlockType(nodes.heading, { level: Number(wanted.slice(1)) })(state, dispatch, view)
  }
}

/** Puts a line in the place of the selection. */
export const insertRule: Command = (state, dispatch) => {
  if (selectedCell(state)) return false
  dispatch?.(state.tr.replaceSelectionWith(nodes.horizontal_rule.create()).scrollIntoView())
  return true
}

/** The step that takes the selection out of its list or quote. */
function unwrapped({ selection: { $from } }: EditorState): Command | undefined {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type } = $from.node(depth)
    if (type === nodes.list_item) return liftListItem(nodes.list_item)
    if (type === nodes.blockquote) return lift
  }
  return undefined
}

/** The kind of block that the caret is in: the innermost one that says something. */
export function blockOf({ selection: { $from } }: EditorState): RichBlock {
  const kinds = new Map<NodeType, RichBlock>([
    [nodes.bullet_list, 'ul'],
    [nodes.ordered_list, 'ol'],
    [nodes.blockquote, 'blockquote'],
    [nodes.code_block, 'pre'],
  ])
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth)
    if (node.type === nodes.heading) return blockKinds.find((kind) => kind === `h${node.attrs.level}`) ?? 'p'
    const kind = kinds.get(node.type)
    if (kind) return kind
  }
  return 'p'
}

export function hasMark({ doc, selection, storedMarks }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection
  return empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type)
}

/** The text of the selected picture for those who do not see it; undefined if no picture is selected. */
export function pictureAlt({ selection }: EditorState): string | undefined {
  const node = selection instanceof NodeSelection ? selection.node : undefined
  if (node?.type !== nodes.image) return undefined
  return typeof node.attrs.alt === 'string' ? node.attrs.alt : ''
}

/** Describes the selected picture. */
export const setPictureAlt =
  (alt: string): Command =>
  (state, dispatch) => {
    if (pictureAlt(state) === undefined) return false
    const { from } = state.selection
    const tr = state.tr.setNodeAttribute(from, 'alt', alt)
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, from)))
    return true
  }

/** Puts a picture in place of the selection. */
export const insertPicture =
  (src: string, alt: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes.image.create({ src, alt }), false).scrollIntoView())
    return true
  }

/** The link at the caret, and how far it reaches. */
export function linkAt({ doc, selection }: EditorState): { href: string; from: number; to: number } | undefined {
  const { $from, from, to, empty } = selection
  let found: { href: string; from: number; to: number } | undefined
  const start = $from.start()
  const look = (at: number, size: number, href: unknown) => {
    if (found && found.to === at && found.href === href) found.to = at + size
    else if (!found || found.to <= from) found = { href: String(href), from: at, to: at + size }
  }
  if (!empty) {
    doc.nodesBetween(from, to, (node, pos) => {
      const mark = marks.link.isInSet(node.marks)
      if (node.isInline && mark) look(pos, node.nodeSize, mark.attrs.href)
    })
    return found
  }
  $from.parent.forEach((node, offset) => {
    const mark = marks.link.isInSet(node.marks)
    if (mark && start + offset <= from + 1) look(start + offset, node.nodeSize, mark.attrs.href)
  })
  return found && found.from <= from && from <= found.to ? found : undefined
}

/** Makes the selection, or the link that the caret is in, lead somewhere; without an address it is no link any more. */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection
    const known = linkAt(state)
    const range = known && empty ? known : { from, to }
    const tr = state.tr.removeMark(range.from, range.to, marks.link)
    if (href !== '') {
      const mark = marks.link.create({ href })
      if (range.from === range.to) tr.insert(range.from, schema.text(href, [mark]))
      else tr.addMark(range.from, range.to, mark)
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }
}
