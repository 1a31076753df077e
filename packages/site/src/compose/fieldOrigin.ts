import type { Attribute } from '../document/node.ts'
import { mayHoldToken, wholeToken } from '../document/tokenText.ts'
import type { FieldOrigin, Scope } from './pieces.ts'
import { turnOf } from './values.ts'

/** The field of an entry that a single token in a text shows, also through parameters; undefined for any other text. */
export function fieldOrigin(text: string, { turns, paramOrigins }: Scope): FieldOrigin | undefined {
  const token = mayHoldToken(text) ? wholeToken(text) : undefined
  if (!token) return undefined
  const { source, field, format } = token
  if (source === 'params') {
    const origin = paramOrigins?.get(field)
    return origin && (format === undefined ? origin : { ...origin, format })
  }
  const turn = turnOf(source, { turns })
  return turn && { entry: turn.entry, source: turn.source, field, format }
}

/** The fields of entries that the parameters of an instance are. */
export function paramOrigins(attributes: readonly Attribute[], scope: Scope): ReadonlyMap<string, FieldOrigin> {
  const origins = new Map<string, FieldOrigin>()
  for (const [name, value] of attributes) {
    const origin = name.startsWith('param-') ? fieldOrigin(value, scope) : undefined
    if (origin) origins.set(name.slice('param-'.length), origin)
  }
  return origins
}
