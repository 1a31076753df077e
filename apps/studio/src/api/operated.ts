import { errorText, isResultOfHandle, type OperationHandle } from '@atelier/operation'
import type { Static, TSchema } from 'typebox'
import { runOperation } from './projects.ts'

const notUnderstood = 'The server answered something unexpected. Reload the page.'

/** Runs an operation and reads its data. @throws the sentence of a refusal */
export async function operated<Reads extends TSchema>(
  id: string,
  operation: string,
  input: object,
  reads: Reads,
): Promise<Static<Reads>> {
  const answer = await runOperation(id, operation, input)
  if (!answer.ok) throw new Error(answer.error.message)
  const handle: OperationHandle<object, Static<Reads>> = { id: operation }
  const result = answer.value
  if (!result.ok) throw new Error(errorText(result))
  if (!isResultOfHandle(handle, reads, result) || result.data === undefined) throw new Error(notUnderstood)
  return result.data
}
