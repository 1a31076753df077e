import { type RefObject, useLayoutEffect } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Keeps the caret of a text, and what is selected in it, at its words while others write in front of it. */
export function useKeptCaret(field: RefObject<TextControl | null>, value: string): void {
  const element = field.current
  // Text typed here is in the control before it is rendered: only a text of others differs.
  const isOthers = element !== null && element.value !== value && element.ownerDocument.activeElement === element
  const before = isOthers ? selectionOf(element) : undefined
  useLayoutEffect(() => {
    if (!before || !element) return
    const from = movedCaret(before.text, value, before.from)
    const to = before.to === before.from ? from : movedCaret(before.text, value, before.to)
    element.setSelectionRange(from, Math.max(from, to), before.direction)
  })
}

/** Undefined for a control that does not tell its caret, such as one for addresses of mail. */
function selectionOf({ value, selectionStart, selectionEnd, selectionDirection }: TextControl) {
  if (selectionStart === null || selectionEnd === null) return undefined
  return { text: value, from: selectionStart, to: selectionEnd, direction: selectionDirection ?? 'none' }
}

/** Signs of its line around a caret by which its place is found in a text that changed before and behind it. */
const CONTEXT = 40

/** Where a caret belongs in another state of its text. */
export function movedCaret(before: string, after: string, caret: number): number {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  if (caret <= start) return caret
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  if (caret >= before.length - end) return caret + after.length - before.length
  const line =
    before
      .slice(Math.max(0, caret - CONTEXT), caret)
      .split('\n')
      .at(-1) ?? ''
  const rest = before.slice(caret, caret + CONTEXT).split('\n')[0] ?? ''
  for (const [words, at] of [[line + rest, line.length] as const, [line, line.length] as const, [rest, 0] as const]) {
    const found = words === '' ? -1 : after.indexOf(words, Math.max(0, start - CONTEXT))
    if (found >= 0) return found + at
  }
  return Math.min(caret, after.length)
}
