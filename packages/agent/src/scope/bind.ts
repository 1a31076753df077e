import {
  type AskOutside,
  type Consequence,
  type Envelope,
  fail,
  type Operation,
  type OperationContext,
} from '@atelier/operation'
import type { CallRows, Scope, ScopeBase, ScopeCall, ScopeTypes } from './scope.ts'

/** A call whose context is made: its operation can now be asked and run. */
export interface StartedCall {
  ok: true
  documentIds: readonly string[]
  /** The context's services: groups of functions by name. */
  services: object | undefined
  consequence(): Promise<Consequence | undefined>
  /** How much of the documents it would read, as characters of input that take as long; counted up to `enough`. */
  weight(enough: number): Promise<number>
  /** Requests data from the world for this call, once and without its context; undefined if it asks nothing. */
  outside(): Promise<AskOutside | undefined>
  /** @param answer what the world answered */
  run(answer?: unknown): Promise<Envelope>
  /** Looks at what the call did before its commit, and returns its result. @param opened the documents that it has opened */
  finish(result: Envelope, opened: readonly string[]): Promise<Envelope>
  /** Rows to be stored with the result of the call, in its commit. */
  rows(): CallRows
  /** Is to be called once it is known whether what the call did is stored. */
  settled(stored: boolean): void
}

/** An operation with the scope that runs it. The type of its context is folded away. */
export interface BoundOperation<Types extends ScopeTypes = ScopeTypes> {
  readonly operation: Operation
  readonly scope: ScopeBase<Types>
  /** @param input input that `validate(operation.input, …)` has accepted */
  start(
    input: unknown,
    call: Omit<ScopeCall<Types>, 'operation' | 'input'>,
  ): Promise<StartedCall | { ok: false; result: Envelope<never> }>
}

/** A scope as the code that serves all scopes holds it. */
export interface BoundScope<Types extends ScopeTypes = ScopeTypes> extends ScopeBase<Types> {
  readonly operations: readonly BoundOperation<Types>[]
  /** Binds an operation that every scope has, such as those of the loader. */
  bind(operation: Operation<OperationContext>): BoundOperation<Types>
}

/** @throws if an operation has the id of another scope, or if two have one id, which is a mistake of the author */
export function bindScope<Context extends OperationContext, Types extends ScopeTypes>(
  scope: Scope<Context, Types>,
): BoundScope<Types> {
  const { operations, context: makeContext, ...base } = scope
  const ids = new Set(operations.map(({ id }) => id))
  if (ids.size < operations.length) throw new Error(`Two operations of the scope "${scope.id}" have the same id`)
  const foreign = operations.find((operation) => operation.scope !== scope.id)
  if (foreign) throw new Error(`The operation "${foreign.id}" does not belong to the scope "${scope.id}"`)

  const bind = (operation: Operation<Context>): BoundOperation<Types> => ({
    operation,
    scope: base,
    async start(input, call) {
      const { restriction } = call
      const isHeld = base.holdsRestrictions && (restriction?.tools?.includes(operation.name) ?? true)
      if (restriction && !isHeld) return { ok: false, result: notAllowed(operation) }
      const made = await makeContext({ ...call, operation, input })
      if (!made.ok) return made
      const { context, documentIds, settled, finish, rows } = made
      return {
        ok: true,
        documentIds,
        services: context.services,
        consequence: () => operation.consequence(context, input),
        weight: (enough) => operation.weight(context, input, enough),
        outside: async () => operation.outside?.(context, input),
        run: async (answer) => operation.run(context, input, answer),
        finish: async (result, opened) => (finish ? await finish(result, opened) : result),
        rows: () => rows?.() ?? [],
        settled: (stored) => settled?.(stored),
      }
    },
  })
  return { ...base, operations: operations.map(bind), bind }
}

const notAllowed = ({ name }: Operation): Envelope<never> =>
  fail('forbidden', `This caller may not call ${name}.`, { hint: 'Use one of the tools that it may call.' })
