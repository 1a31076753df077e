import { isRecord, parseLooseJson } from '@atelier/operation'

export type ToolArguments = { ok: true; input: Record<string, unknown> } | { ok: false; reason: string }

/**
 * The arguments of a tool call as a provider sent them. Nothing at all means no arguments; an object may have been
 * written as a JSON text, and a comma may be one too many. Anything else that is not a JSON object is an error that goes
 * back to the model, since every wire wants an object when the call is replayed.
 */
export function parseToolArguments(json: string): ToolArguments {
  if (json.trim() === '') return { ok: true, input: {} }
  const read = readJson(json)
  if (!read.ok) return read
  const inner = typeof read.value === 'string' ? (parseLooseJson(read.value)?.value ?? read.value) : read.value
  if (!isRecord(inner)) return { ok: false, reason: 'The arguments must be a JSON object.' }
  return { ok: true, input: inner }
}

function readJson(json: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: JSON.parse(json) }
  } catch (error) {
    const loose = parseLooseJson(json)
    if (loose) return { ok: true, value: loose.value }
    const reason = error instanceof Error ? error.message : 'unreadable'
    return { ok: false, reason: `The arguments are not valid JSON (${reason}).` }
  }
}

/** Tells when a JSON text that grows has come to the end of its object; each character is looked at once. */
export function createObjectEnd(): { reached(json: string): boolean } {
  let at = 0
  let depth = 0
  let inString = false
  let escaped = false
  let begun = false
  return {
    reached(json) {
      for (; at < json.length; at++) {
        const character = json[at]
        if (escaped) escaped = false
        else if (inString) {
          if (character === '\\') escaped = true
          else if (character === '"') inString = false
        } else if (character === '"') inString = true
        else if (character === '{' || character === '[') {
          depth += 1
          begun = true
        } else if (character === '}' || character === ']') depth -= 1
      }
      return begun && depth === 0 && !inString
    },
  }
}
