import type { Operation } from '@atelier/operation'
import type { JSONObject } from '@modelcontextprotocol/server'

/**
 * The structured content of a tool: the envelope, and the fields of its data by name. Their types are left out, so that
 * the list of all tools stays short; a result always fits.
 */
export function outputOf({ output }: Pick<Operation, 'output'>): JSONObject & { type: 'object' } {
  const fields = 'properties' in output && typeof output.properties === 'object' ? (output.properties ?? {}) : {}
  // `note` is left out: its text explains itself when it is present.
  const named = Object.keys(fields).filter((name) => name !== 'note')
  const properties = Object.fromEntries(named.map((name) => [name, {}]))
  return { type: 'object', properties: { ok: {}, data: { properties } } }
}
