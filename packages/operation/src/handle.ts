import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Envelope } from './envelope.ts'

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
