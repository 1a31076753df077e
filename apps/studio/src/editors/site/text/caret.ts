import { lengthOf } from '@atelier/site'
import type { WindowBox } from '../session/textState.ts'
import { readRuns, selectRange, type TypedElement } from './domText.ts'

/** The caret's first position: a point of the frame, or a place in the text; undefined selects all of it. */
export type FirstCaret = { x: number; y: number } | 'start' | 'end' | number | undefined

export function placeFirst(typed: TypedElement, at: FirstCaret): void {
  const { root } = typed
  const frame = root.ownerDocument
  const selection = frame.getSelection()
  if (at === 'start') selectRange(typed, { from: 0, to: 0 })
  else if (at === 'end' || typeof at === 'number') {
    const offset = at === 'end' ? lengthOf(readRuns(typed)) : at
    selectRange(typed, { from: offset, to: offset })
  } else {
    const position = at ? frame.caretPositionFromPoint?.(at.x, at.y) : undefined
    if (position && root.contains(position.offsetNode)) selection?.collapse(position.offsetNode, position.offset)
    else selection?.selectAllChildren(root)
  }
}

/** The box of a frame's selection in the window, in its CSS pixels. */
export function selectionBox(root: HTMLElement): WindowBox | undefined {
  const selection = root.ownerDocument.getSelection()
  if (!selection || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0).getBoundingClientRect()
  return windowBox(root, range.width > 0 || range.height > 0 ? range : root.getBoundingClientRect())
}

/** The box of an element's frame in the window: that of the element if no other is given. */
export function windowBox(element: Element, box = element.getBoundingClientRect()): WindowBox | undefined {
  const holder = element.ownerDocument.defaultView?.frameElement
  if (!holder) return undefined
  const outer = holder.getBoundingClientRect()
  const scale = holder.clientWidth > 0 ? outer.width / holder.clientWidth : 1
  return {
    left: outer.left + box.left * scale,
    top: outer.top + box.top * scale,
    width: box.width * scale,
    height: box.height * scale,
  }
}
