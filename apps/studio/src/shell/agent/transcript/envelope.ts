import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { sentence } from '../../../api/client.ts'

const Success = Type.Object({
  ok: Type.Literal(true),
  data: Type.Optional(Type.Unknown()),
  warnings: Type.Optional(Type.Array(Type.String())),
  images: Type.Optional(Type.Array(Type.Object({ hash: Type.String() }))),
})
const Failure = Type.Object({
  ok: Type.Literal(false),
  error: Type.Union([Type.String(), Type.Object({ message: Type.String(), hint: Type.Optional(Type.String()) })]),
})
const Confirmation = Type.Object({
  ok: Type.Literal(false),
  requiresConfirmation: Type.Object({ message: Type.String() }),
})

/** A result envelope as it is shown: whether it succeeded, the data, and the error as one text. */
export interface ReadEnvelope {
  ok: boolean
  data?: unknown
  error?: string
  warnings: string[]
  /** Hashes of its pictures. */
  pictures: string[]
}

/** A run is read again with every word that is written in it, and its results stay the same objects. */
const known = new WeakMap<object, ReadEnvelope>()

/** Reads a stored result. One of an unknown shape is shown as data that came. */
export function readEnvelope(result: unknown): ReadEnvelope {
  if (typeof result !== 'object' || result === null) return parseEnvelope(result)
  const envelope = known.get(result) ?? parseEnvelope(result)
  known.set(result, envelope)
  return envelope
}

function parseEnvelope(result: unknown): ReadEnvelope {
  if (Value.Check(Success, result)) {
    const { data, warnings = [], images = [] } = result
    return { ok: true, data, warnings, pictures: images.map(({ hash }) => hash) }
  }
  if (Value.Check(Failure, result))
    return {
      ok: false,
      error: typeof result.error === 'string' ? result.error : sentence(result.error),
      warnings: [],
      pictures: [],
    }
  if (Value.Check(Confirmation, result)) {
    return { ok: false, error: result.requiresConfirmation.message, warnings: [], pictures: [] }
  }
  return { ok: true, data: result, warnings: [], pictures: [] }
}
