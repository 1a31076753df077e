import { type Envelope, errorText, isResultOf } from '@atelier/operation'
import type { Static, TSchema } from 'typebox'

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
