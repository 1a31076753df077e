import type { Static, TSchema } from 'typebox'
import { type Envelope, errorText } from './envelope.ts'
import { isResultOf } from './handle.ts'

/** A call of a rehearsal; the types check its input against the operation's schema. */
export function callOf<Input extends TSchema>(
  { name }: { readonly name: string; readonly input: Input },
  input: Static<Input>,
): { name: string; input: Static<Input> } {
  return { name, input }
}

/** The data of a result, if it succeeded and is what the operation returns. */
export function resultData<Output extends TSchema>(
  operation: { readonly output: Output },
  result: Envelope | undefined,
): Static<Output> | undefined {
  return result?.ok && isResultOf(operation, result) && result.ok ? result.data : undefined
}

/** Why a call failed, as a sentence. */
export const failureText = (result: Envelope | undefined): string =>
  (result && errorText(result)) ?? 'It was not answered.'
