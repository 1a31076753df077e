import { isObject } from './rules.ts'

/**
 * A request's parts in the order in which providers cache them: tools, system prompt, then the blocks or items of the
 * conversation. Marks for caches are left out.
 */
export function sentParts(body: unknown): string[] {
  if (!isObject(body)) return []
  const { tools = [], system, instructions, messages, input } = body
  const said = Array.isArray(messages) ? messages : Array.isArray(input) ? input : []
  return [tools, system ?? instructions ?? '', ...said.flatMap(partsOf)].map(plain)
}

/** Anthropic's messages are taken block by block, since the last may grow; an item of the other wires is one part. */
function partsOf(message: unknown): unknown[] {
  if (!isObject(message) || message.type !== undefined || !Array.isArray(message.content)) return [message]
  return message.content.map((block: unknown) => ({ role: message.role, block }))
}

function plain(part: unknown): string {
  return JSON.stringify(part, (key, value) => (key === 'cache_control' ? undefined : value))
}
