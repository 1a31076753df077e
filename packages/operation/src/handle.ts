import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Envelope } from './envelope.ts'
import type { Consequence } from './operation.ts'

/**
 * An operation by its id, with its types and none of its code: what a program calls that lets another one run it.
 * `makeHandles` makes it.
 */
export interface OperationHandle<Input = unknown, Output = unknown> {
  readonly id: string
  /** Only the types; never there. */
  readonly types?: { input: Input; output: Output }
}

interface Typed {
  readonly id: string
  readonly input: TSchema
  readonly output: TSchema
}

/**
 * The way to make handles of the operations of a union of types, such as `SiteOperation`: an id that none of them has
 * is an error of the type checker.
 */
export function makeHandles<Operations extends Typed>() {
  return <Id extends Operations['id']>(
    id: Id,
  ): OperationHandle<
    Static<Extract<Operations, { readonly id: Id }>['input']>,
    Static<Extract<Operations, { readonly id: Id }>['output']>
  > => ({ id })
}

/** Whether the data of a result is what the operation says it returns; a refusal always is. */
export function isResultOf<Output extends TSchema>(
  { output }: { readonly output: Output },
  result: Envelope,
): result is Envelope<Static<Output>> {
  return !result.ok || Value.Check(output, result.data)
}

/** The same for a handle: the result has the type of the output that the handle names. */
export function isResultOfHandle<Input, Output>(
  _operation: OperationHandle<Input, Output>,
  output: TSchema,
  result: Envelope,
): result is Envelope<Output> {
  return isResultOf({ output }, result)
}

/** The operations of the other scopes, for one that is made of them. */
export interface OtherOperations {
  /**
   * Runs an operation on the drafts of the running call, so that both are one commit and one undo. Its input is checked,
   * and the caller's rights and restriction hold; it is not asked about again, so only a call that waits for a person
   * may run one that would. It sees what the call has written into its drafts; what is derived from committed documents
   * it reads as it was before the call.
   */
  invoke<Input, Output>(operation: OperationHandle<Input, Output>, input: Input): Promise<Envelope<Output>>
  /** The effect of an operation, for the person who decides on the call; undefined if it would refuse the input. */
  consequence<Input, Output>(operation: OperationHandle<Input, Output>, input: Input): Promise<Consequence | undefined>
}
