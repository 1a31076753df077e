import { isRecord } from '@atelier/operation'
import { readEnvelope } from './envelope.ts'
import type { ToolItem } from './view.ts'

/**
 * The document that the canvas goes to for a call of the agent: the one it opened, or the one it changed. A document
 * that it only read does not take the user there.
 * @param isRead whether an operation of this name changes nothing
 */
export function followedDocument(
  { name, input, result, status }: Pick<ToolItem, 'name' | 'input' | 'result' | 'status'>,
  isRead: (name: string) => boolean,
): string | undefined {
  if (status !== 'done' || !readEnvelope(result).ok) return undefined
  const data = isRecord(result) && isRecord(result.data) ? result.data : {}
  if (name === 'open_document') return isRecord(data.document) ? idText(data.document.id) : undefined
  if (isRead(name) || name === 'deletePage') return undefined
  const page = isRecord(data.page) ? idText(data.page.id) : undefined
  return idText(data.pageId) ?? page ?? (isRecord(input) ? idText(input.pageId) : undefined)
}

const idText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
