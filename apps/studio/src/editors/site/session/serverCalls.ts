import { type Envelope, fail, isResultOfHandle, type OperationHandle } from '@atelier/operation'
import type { TSchema } from 'typebox'
import { runOperation } from '../../../api/projects.ts'
import type { ServerHandle } from './handles.ts'
import * as strings from './strings.ts'

export function isServerHandle<Input, Output>(
  operation: OperationHandle<Input, Output>,
): operation is ServerHandle<Input, Output> {
  return 'reads' in operation
}

/** Runs an operation on the server for this person; an answer that never came, or is not understood, is a refusal. */
export async function callServer<Input, Output>(
  projectId: string,
  operation: ServerHandle<Input, Output>,
  input: Input,
  documentId?: string,
  focus?: Readonly<Record<string, string>>,
): Promise<Envelope<Output> & { changeSetId?: string }> {
  const answer = await runOperation(projectId, operation.id, input, documentId, undefined, focus)
  if (!answer.ok) {
    const { code, message, hint } = answer.error
    return fail(code, message, { hint })
  }
  if (isResultOfHandle(operation, operation.reads, answer.value)) return answer.value
  return fail('unexpected_answer', strings.theServerAnsweredUnexpectedly, {
    hint: strings.reloadThePage,
  })
}

/**
 * A result with the type of the operation's output.
 * @throws if the data is something else, which is a mistake of the operation's author
 */
export function checkedResult<Input, Output>(
  operation: OperationHandle<Input, Output>,
  output: TSchema,
  result: Envelope,
): Envelope<Output> {
  if (isResultOfHandle(operation, output, result)) return result
  throw new Error(`${operation.id} returned something else than its output`)
}
