import { type Static, Type } from 'typebox'

/**
 * A picture that an operation returns beside its data: `data` is base64 without a prefix. In a stored result `hash`
 * replaces it, and names the bytes that are kept.
 */
export const OperationImage = Type.Object({
  mimeType: Type.String(),
  data: Type.Optional(Type.String()),
  hash: Type.Optional(Type.String()),
})
export type OperationImage = Static<typeof OperationImage>

/** A failure, as a value: a code to branch on, a sentence for a person, and what to try. */
export const OperationError = Type.Object({
  code: Type.String(),
  message: Type.String(),
  /** Where in the input, as a JSON pointer; absent when the whole input is meant. */
  path: Type.Optional(Type.String()),
  expected: Type.Optional(Type.String()),
  received: Type.Optional(Type.String()),
  hint: Type.Optional(Type.String()),
})
export type OperationError = Static<typeof OperationError>

export interface Confirmation {
  token: string
  message: string
  target: string
}

/** The one result of every operation, for every caller. */
export type Envelope<Data = unknown> =
  | {
      ok: true
      data?: Data
      images?: OperationImage[]
      warnings?: string[]
      /** Which state the data was read from; the data itself is a function of only the content. */
      revision?: string
    }
  | { ok: false; error: OperationError; requiresConfirmation?: undefined }
  | { ok: false; requiresConfirmation: Confirmation; error?: undefined }

export function ok<Data>(
  data?: Data,
  extra: { images?: OperationImage[]; warnings?: string[]; revision?: string } = {},
): Envelope<Data> {
  const beside = {
    ...(extra.images?.length ? { images: extra.images } : {}),
    ...(extra.warnings?.length ? { warnings: extra.warnings } : {}),
    ...(extra.revision === undefined ? {} : { revision: extra.revision }),
  }
  return data === undefined ? { ok: true, ...beside } : { ok: true, data, ...beside }
}

export function fail(
  code: string,
  message: string,
  extra: Omit<OperationError, 'code' | 'message'> = {},
): Envelope<never> {
  return { ok: false, error: { code, message, ...extra } }
}

/** The error of an envelope as one sentence, for a person or a model; undefined if it succeeded. */
export function errorText(envelope: Envelope): string | undefined {
  if (envelope.ok) return undefined
  if (!envelope.error) return envelope.requiresConfirmation.message
  const { message, hint } = envelope.error
  return hint ? `${message} ${hint}` : message
}
