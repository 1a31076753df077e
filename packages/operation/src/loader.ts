import { type Static, type TSchema, Type } from 'typebox'
import { fail, ok } from './envelope.ts'
import { parseLooseJson } from './json.ts'
import { normalizeInput } from './lenient.ts'
import { findNamed } from './names.ts'
import { defineOperation, type Operation, type OperationContext } from './operation.ts'
import { searchOperations } from './search.ts'
import { definitionOf } from './toolbox.ts'

/** The tools by which a model reaches what is not among its tools; they never change, so its cached prefix holds. */
const FIND_OPERATIONS = 'find_operations'
export const CALL_OPERATION = 'call_operation'

/** The most operations that one search answers with. */
const MAX_FOUND = 6

const CallInput = Type.Object(
  { name: Type.String({ minLength: 1 }), input: Type.Optional(Type.Object({})) },
  { additionalProperties: false },
)

/**
 * The call that is meant: of `call_operation` the operation in it, of any other name that call itself. Nothing is
 * checked yet. A wrapper that holds no name stays as it is, for its own schema to refuse.
 */
export function resolveCall(name: string, given: unknown): { name: string; input: unknown } {
  if (!isNamed(CALL_OPERATION, name)) return { name, input: given }
  const input = normalizeInput(CallInput, given)
  if (typeof input !== 'object' || input === null || !('name' in input)) return { name: CALL_OPERATION, input }
  const { name: inner } = input
  if (typeof inner !== 'string' || inner === '' || isNamed(CALL_OPERATION, inner)) return { name, input }
  const passed = 'input' in input ? input.input : 'arguments' in input ? input.arguments : {}
  return {
    name: inner,
    input: (typeof passed === 'string' ? parseLooseJson(passed)?.value : undefined) ?? passed ?? {},
  }
}

/**
 * The call that is meant, with its operation’s own name and its input as `normalizeInput` reads it. Everything that
 * follows (the check, the approval, the journal) goes by this one reading.
 * @param find the operation of a name, which may be written in another case
 */
export function readCall(
  find: (name: string) => { name?: string; input: TSchema } | undefined,
  name: string,
  given: unknown,
): { name: string; input: unknown } {
  const call = resolveCall(name, given)
  const operation = find(call.name)
  if (!operation) return call
  return { name: operation.name ?? call.name, input: normalizeInput(operation.input, call.input) }
}

const isNamed = (one: string, name: string): boolean => findNamed([one], (each) => each, name) !== undefined

/**
 * The two loader operations of a scope.
 * @param all every operation that can be called, of other scopes too; read with each search
 */
export function createLoader(scope: string, all: () => readonly Operation[]): Operation<OperationContext>[] {
  return [
    defineOperation({
      id: `${scope}.${FIND_OPERATIONS}`,
      summary: 'Find operations',
      description: 'More operations by what you want to do, with schemas for call_operation. Empty query: all names.',
      icon: 'search',
      effect: 'read',
      input: Type.Object({ query: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
      output: Type.Object({
        operations: Type.Array(
          Type.Object({
            name: Type.String(),
            summary: Type.String(),
            description: Type.Optional(Type.String()),
            input: Type.Optional(Type.Unknown()),
          }),
        ),
      }),
      run: ({ capabilities }: OperationContext, { query }) => {
        const mayCall = (operation: Operation) =>
          operation.scope === scope || !capabilities || capabilities.has(operation.capability)
        const found = findOperations(all().filter(mayCall), query, scope)
        return ok(
          { operations: found },
          found.length === 0 ? { warnings: ['Nothing matches. An empty query lists all names.'] } : {},
        )
      },
    }),
    defineOperation({
      id: `${scope}.${CALL_OPERATION}`,
      summary: 'Call an operation',
      description: 'Call an operation of find_operations.',
      icon: 'play',
      effect: 'read',
      input: CallInput,
      output: Type.Object({}),
      run: (_context: OperationContext, { name }: Static<typeof CallInput>) =>
        fail('unknown_operation', `"${name}" cannot be called in this way.`, {
          path: '/name',
          hint: 'Call the operation itself.',
        }),
    }),
  ]
}

interface FoundOperation {
  name: string
  summary: string
  description?: string
  input?: unknown
}

/**
 * The operations that fit best; for an empty query all those on demand, by name and summary. Operations on demand come
 * with their schema; the others are among a model's tools already. Those of other scopes are on demand, and named by
 * their full id.
 * @param home the scope of the conversation; absent if all operations belong to one scope
 */
export function findOperations(all: readonly Operation[], query: string, home?: string): FoundOperation[] {
  const isForeign = (operation: Operation) => home !== undefined && operation.scope !== home
  const onDemand = (operation: Operation) => operation.onDemand || isForeign(operation)
  const named = (operation: Operation) => ({
    name: isForeign(operation) ? operation.id : operation.name,
    summary: operation.summary,
  })
  if (query.trim() === '') return all.filter(onDemand).map(named)
  return searchOperations(all, query)
    .slice(0, MAX_FOUND)
    .map((operation) => {
      if (!onDemand(operation)) return named(operation)
      const { description, inputSchema } = definitionOf(operation)
      return { ...named(operation), description, input: inputSchema }
    })
}
