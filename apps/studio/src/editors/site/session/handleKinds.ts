import { makeHandles, type OperationHandle } from '@atelier/operation'
import type { SiteOperation, TabOperation } from '@atelier/site'
import type { Static, TSchema } from 'typebox'

/** An operation that the server runs: what a tab reads of its answer is checked when it arrives. */
export interface ServerHandle<Input, Output> extends OperationHandle<Input, Output> {
  readonly reads: TSchema
  /** It changes nothing, so that there is nothing to undo. */
  readonly onlyReads?: boolean
}

/** The result of an operation, by its handle. */
export type HandleOutput<Handle> = Handle extends { types?: { output: infer Output } } ? Output : never

type ServerOperation = Exclude<SiteOperation, TabOperation>
type Of<Id> = Extract<ServerOperation, { readonly id: Id }>

/** The handle of an operation that a tab runs itself. */
export const tab = makeHandles<TabOperation>()

/** @param reads the part of the output that the studio uses; the type checker holds it against the operation's own */
export function server<Id extends ServerOperation['id'], Reads extends TSchema>(
  id: Id,
  reads: Static<Of<Id>['output']> extends Static<Reads> ? Reads : never,
): ServerHandle<Static<Of<Id>['input']>, Static<Reads>> {
  return { id, reads }
}

/** The same for an operation that changes nothing. */
export function query<Id extends ServerOperation['id'], Reads extends TSchema>(
  id: Id,
  reads: Static<Of<Id>['output']> extends Static<Reads> ? Reads : never,
): ServerHandle<Static<Of<Id>['input']>, Static<Reads>> {
  return { ...server(id, reads), onlyReads: true }
}
