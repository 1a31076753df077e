export type ToolArguments = { ok: true; input: Record<string, unknown> } | { ok: false; reason: string }

/**
 * The arguments of a tool call as a provider sent them. Nothing at all means no arguments. Anything that is not a JSON
 * object is an error that goes back to the model, since every wire wants an object when the call is replayed.
 */
export function parseToolArguments(json: string): ToolArguments {
  if (json.trim() === '') return { ok: true, input: {} }
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    return { ok: false, reason: `The arguments are not valid JSON (${reason}).` }
  }
  if (!isObject(value)) return { ok: false, reason: 'The arguments must be a JSON object.' }
  return { ok: true, input: value }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
