import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'

/** The question about the selected elements: another tag, or how many there are to be. */
export type Asked = 'changeTag' | 'multiply'

/** The most that one act makes of one element, itself included: 50 copies. */
const MAX_TOTAL = 51

/** The typed value of an action; undefined if it cannot be one. */
export function askedValue(asked: Asked, typed: string): { tag: string } | { count: number } | undefined {
  const text = typed.trim()
  if (asked === 'changeTag') {
    const tag = text.replace(/^<|>$/g, '').toLowerCase()
    return /^[a-z][a-z\d-]{0,60}$/.test(tag) ? { tag } : undefined
  }
  const total = Number(text)
  return Number.isInteger(total) && total >= 2 && total <= MAX_TOTAL ? { count: total - 1 } : undefined
}

/** Gives every selected element the value, as one step of undo; the session shows why it was refused. */
export async function applyAsked(
  session: EditorSession,
  nodeIds: readonly string[],
  value: { tag: string } | { count: number },
): Promise<void> {
  if ('tag' in value) {
    const inputs = nodeIds.map((nodeId) => ({ nodeId, patch: { tag: value.tag } }))
    await session.runEach(operations.updateNodeProps, inputs)
  } else {
    const inputs = nodeIds.map((nodeId) => ({ nodeId, count: value.count }))
    await session.runEach(operations.duplicateNode, inputs)
  }
}
