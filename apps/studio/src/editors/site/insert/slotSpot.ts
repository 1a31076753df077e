import { isSlot, nodeAttribute, type PageTree, readSlotMark, SLOT_END } from '@atelier/site'
import { isLayer } from '../model/rows.ts'
import { aimsInto, type Box, type DropSpot, type Point } from './dropSpot.ts'
import * as strings from './strings.ts'

/** A slot of an instance, where it shows on the page. */
export interface ShownSlot {
  name: string
  box: Box
}

/**
 * The slots that an instance shows: the boxes of their content, or of the element that they are empty in or the only
 * content of.
 */
export function shownSlots(instance: Element): ShownSlot[] {
  const { ownerDocument } = instance
  const comments = ownerDocument.createTreeWalker(instance, NodeFilter.SHOW_COMMENT)
  const slots: ShownSlot[] = []
  const open: { name: string; start: Node }[] = []
  for (let at = comments.nextNode(); at; at = comments.nextNode()) {
    const text = at.nodeValue ?? ''
    const name = readSlotMark(text)
    if (name !== undefined) open.push({ name, start: at })
    const begun = text === SLOT_END ? open.pop() : undefined
    // A slot may contain an instance with slots of its own.
    if (!begun || open.length > 0) continue
    const { left, top, width, height } = boxOf(begun.start, at)
    if (width > 0 && height > 0) slots.push({ name: begun.name, box: { left, top, width, height } })
  }
  return slots
}

function boxOf(start: Node, end: Node): DOMRect {
  const range = start.ownerDocument?.createRange() ?? new Range()
  range.setStartAfter(start)
  range.setEndBefore(end)
  const content = range.getBoundingClientRect()
  const { parentElement: holder } = start
  if (!holder || (content.height > 0 && !standsAlone(holder, start, end))) return content
  return holder.getBoundingClientRect()
}

/** Whether an element holds nothing but the part between two of its nodes. */
function standsAlone(holder: Element, start: Node, end: Node): boolean {
  const isBlank = (node: Node) => node.nodeType === 8 || (node.nodeType === 3 && (node.nodeValue ?? '').trim() === '')
  let inside = false
  for (const node of holder.childNodes) {
    if (node === start) inside = true
    else if (node === end) inside = false
    else if (!inside && !isBlank(node)) return false
  }
  return true
}

/** The end of the slot under a point of an instance; nothing where there is none, or beside the instance is meant. */
export function slotSpot(
  tree: PageTree,
  instanceId: string,
  slots: readonly ShownSlot[],
  point: Point,
): DropSpot | undefined {
  const area = ({ box }: ShownSlot) => box.width * box.height
  const [slot] = slots.filter(({ box }) => aimsInto(box, point)).sort((one, other) => area(one) - area(other))
  if (!slot) return undefined
  const { name, box } = slot
  const made = tree.children(instanceId).find((child) => isSlot(child) && nodeAttribute(child, 'name') === name)
  const parentId = name === '' ? instanceId : (made?.id ?? instanceId)
  return {
    parentId,
    index: tree.children(parentId).filter(isLayer).length,
    ...(name === '' || made ? {} : { slot: name }),
    level: true,
    line: { left: box.left, top: box.top + box.height, width: box.width, height: 0 },
    around: { box, name: strings.slotNamed(name) },
  }
}
