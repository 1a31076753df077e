import { readEnvelope } from './envelope.ts'
import type { ToolItem } from './view.ts'

/**
 * The document that the canvas goes to for a call of the agent: the one it opened, or the one it changed. What it only
 * read stays where the person is.
 * @param isRead whether an operation of this name changes nothing
 */
export function followedDocument(
  { name, input, result, status }: Pick<ToolItem, 'name' | 'input' | 'result' | 'status'>,
  isRead: (name: string) => boolean,
): string | undefined {
  if (status !== 'done' || !readEnvelope(result).ok) return undefined
  const data = isObject(result) && isObject(result.data) ? result.data : {}
  if (name === 'open_document') return isObject(data.document) ? textOf(data.document.id) : undefined
  if (isRead(name) || name === 'deletePage') return undefined
  return textOf(data.pageId) ?? (isObject(input) ? textOf(input.pageId) : undefined)
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
