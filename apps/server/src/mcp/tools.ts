import {
  CALL_OPERATION,
  findNamed,
  mayNeedApproval,
  nearestName,
  normalizeInput,
  type Operation,
  resolveCall,
  toolSchema,
} from '@atelier/operation'
import type { JSONObject } from '@modelcontextprotocol/server'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { checked } from '../http/input.ts'
import { Refusal } from '../http/refusal.ts'
import { outputOf } from './outputs.ts'

/** One operation as a tool of the protocol: its schema is the one that a model is sent, with the arguments that aim it. */
export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema?: JSONObject & { type: 'object' }
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean }
}

/** A JSON Schema of an object, as the protocol asks for. */
export interface ObjectSchema extends Record<string, unknown> {
  type: 'object'
  properties: Record<string, JSONObject>
  required?: string[]
}

/** The arguments that aim a call; everything else is the operation's input. */
const Aim = Type.Object({
  /** Of `list_projects`, as its instructions say. */
  projectId: Type.Optional(Type.String()),
  documentId: Type.Optional(Type.String({ description: 'The page that is meant; else the home page' })),
  confirmationToken: Type.Optional(
    Type.String({
      description: 'Not at first. Once the person agrees to requiresConfirmation: its token, with the same arguments.',
    }),
  ),
  picture: Type.Optional(Type.Boolean({ description: 'false: no picture' })),
})
export type Aim = Static<typeof Aim>

const InputSchema = Type.Object({
  properties: Type.Record(Type.String(), Type.Unsafe<JSONObject>(Type.Object({}))),
  required: Type.Optional(Type.Array(Type.String())),
})

/**
 * The operation as a tool. Every tool accepts every aim; only the informative ones are listed.
 * @param name unique among the tools, of letters, digits, `_` and `-`
 * @param manyProjects whether calls must say which project they mean
 * @param mayWrite whether the caller may call anything that writes
 */
export function toolOf(
  operation: Operation,
  name: string,
  { manyProjects, mayWrite }: { manyProjects: boolean; mayWrite: boolean },
): Tool {
  const { properties, required = [] } = Value.Parse(InputSchema, toolSchema(plainJson(operation.input)))
  const callsOthers = operation.name === CALL_OPERATION
  const aims: (keyof Aim)[] = manyProjects ? ['projectId'] : []
  if (callsOthers || operation.executor === 'view') aims.push('documentId')
  if ((callsOthers && mayWrite) || mayNeedApproval(operation)) aims.push('confirmationToken')
  if (operation.wantsVision) aims.push('picture')
  const needed = manyProjects ? ['projectId', ...required] : required
  return {
    name,
    title: operation.summary,
    description: operation.description,
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries(aims.map((aim) => [aim, plainJson(Aim.properties[aim])])), ...properties },
      ...(needed.length > 0 ? { required: needed } : {}),
    },
    outputSchema: outputOf(operation),
    annotations: {
      readOnlyHint: callsOthers ? !mayWrite : operation.effect === 'read',
      destructiveHint: callsOthers ? mayWrite : operation.effect === 'destructive',
      openWorldHint: callsOthers ? mayWrite : operation.effect === 'external',
    },
  }
}

export interface ToolCall {
  operation: Operation
  aim: Aim
  input: unknown
}

/**
 * The call that the arguments of a tool mean: of `call_operation` the operation in it, with the aims beside it
 * or in its input. Undefined if there is no such tool. If an operation has an argument of an aim's name, it is the
 * operation's.
 * @throws Refusal 400 if an aim is of another type, 404 if `call_operation` names no operation
 */
export function readToolCall(
  tools: ReadonlyMap<string, Operation>,
  name: string,
  given: Record<string, unknown>,
): ToolCall | undefined {
  const operation = toolNamed(tools, name)
  if (!operation) return undefined
  const { aim, input } = takeAim(operation, given)
  const inner = resolveCall(operation.name, input)
  if (inner.name === operation.name) return { operation, aim, input }
  const called = toolNamed(tools, inner.name)
  if (!called) throw unknownOperation(tools, inner.name)
  const within = takeAim(called, inner.input)
  return { operation: called, aim: { ...aim, ...within.aim }, input: within.input }
}

/** By its name as a tool, or by its full id. */
function toolNamed(tools: ReadonlyMap<string, Operation>, name: string) {
  return findNamed(tools, ([known]) => known, name)?.[1] ?? [...tools.values()].find(({ id }) => id === name)
}

function unknownOperation(tools: ReadonlyMap<string, unknown>, name: string): Refusal {
  const near = nearestName(name, tools.keys())
  const hint = `${near === undefined ? '' : `Did you mean ${near}? `}find_operations tells which there are.`
  return new Refusal(404, 'unknown_operation', `There is no operation "${name.slice(0, 80)}".`, { path: '/name', hint })
}

function takeAim(operation: Operation, given: unknown): { aim: Aim; input: unknown } {
  const { properties } = Value.Parse(InputSchema, plainJson(operation.input))
  const isAim = (key: string) => Object.hasOwn(Aim.properties, key) && !Object.hasOwn(properties, key)
  const whole: TSchema = { ...operation.input, properties: { ...Aim.properties, ...properties } }
  const meant = normalizeInput(whole, given)
  if (typeof meant !== 'object' || meant === null || Array.isArray(meant)) return { aim: {}, input: meant }
  const entries = Object.entries(meant)
  const aim = Object.fromEntries(entries.filter(([key, value]) => isAim(key) && value !== null && value !== ''))
  return { aim: checked(Aim, aim), input: Object.fromEntries(entries.filter(([key]) => !isAim(key))) }
}

/**
 * The names of the tools: the short name, or `scope_name` if an operation of a scope before it has that name. So the tools
 * of a scope keep their names when another scope is added behind it.
 */
export function toolNames(operations: readonly Operation[]): ReadonlyMap<string, Operation> {
  const named = new Map<string, Operation>()
  for (const operation of operations) {
    const { name, scope } = operation
    named.set(named.has(name) ? `${scope}_${name}` : name, operation)
  }
  return named
}

/** The schema as plain JSON, without what the schema library adds to it. */
function plainJson(schema: object): JSONObject {
  return JSON.parse(JSON.stringify(schema))
}
