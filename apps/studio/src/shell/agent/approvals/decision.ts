import type { Decision } from '../../../api/index.ts'
import type { ToolLine } from '../transcript/toolLine.ts'

/** A denial with its reason; an empty reason is none. */
export function denial(reason: string): Decision {
  const given = reason.trim()
  return { decision: 'deny', ...(given === '' ? {} : { reason: given }) }
}

/** Whether a call is about something that the editor can open or select. */
export function hasPlace({ nodeId, documentId }: ToolLine): boolean {
  return nodeId !== undefined || documentId !== undefined
}
