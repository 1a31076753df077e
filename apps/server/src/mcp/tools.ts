import type { Operation } from '@atelier/operation'
import type { SiteContext } from '@atelier/site'
import type { JSONObject } from '@modelcontextprotocol/server'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { checked } from '../http/input.ts'

/**
 * One operation as a tool of the protocol. Its schema is the operation's own, with the arguments that aim it. The output's
 * schema is left out: clients read tuples by an older rule than ours, and would refuse the whole tool for one.
 */
export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
}

/** A JSON Schema of an object, as the protocol asks for. */
export interface ObjectSchema extends Record<string, unknown> {
  type: 'object'
  properties: Record<string, JSONObject>
  required: string[]
  additionalProperties: boolean
}

/** The arguments that aim a call; everything else is the operation's input. */
const Aim = Type.Object({
  projectId: Type.Optional(
    Type.String({ description: 'The project to work on; list_projects tells which there are.' }),
  ),
  documentId: Type.Optional(
    Type.String({ description: 'The page that the call means where its own arguments name none; else the home page.' }),
  ),
  confirmationToken: Type.Optional(
    Type.String({
      description:
        'Leave it out at first. The answer then says in requiresConfirmation what will happen: ask the person, and only if they agree call again with the same arguments and its token.',
    }),
  ),
  picture: Type.Optional(
    Type.Boolean({
      description: 'Whether a picture comes with the result, where one can be made; it does unless false.',
    }),
  ),
})
export type Aim = Static<typeof Aim>

const InputSchema = Type.Object({
  properties: Type.Record(Type.String(), Type.Unsafe<JSONObject>(Type.Object({}))),
  required: Type.Optional(Type.Array(Type.String())),
})

/** Does a call of this operation need a person's word first? */
export const needsConfirmation = ({ effect }: Pick<Operation, 'effect'>): boolean =>
  effect === 'destructive' || effect === 'external'

/**
 * The operation as a tool.
 * @param name unique among the tools, of letters, digits, `_` and `-`
 * @param manyProjects whether calls must say which project they mean
 */
export function toolOf(operation: Operation<SiteContext>, name: string, manyProjects: boolean): Tool {
  const { properties, required = [] } = Value.Parse(InputSchema, plain(operation.input))
  const aims: (keyof Aim)[] = ['documentId']
  if (manyProjects) aims.unshift('projectId')
  if (needsConfirmation(operation)) aims.push('confirmationToken')
  if (operation.wantsVision) aims.push('picture')
  return {
    name,
    title: operation.summary,
    description: operation.description,
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(aims.map((aim) => [aim, plain(Aim.properties[aim])])),
        ...properties,
      },
      required: manyProjects ? ['projectId', ...required] : required,
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: operation.effect === 'read',
      destructiveHint: operation.effect === 'destructive',
      idempotentHint: operation.effect === 'read',
      openWorldHint: operation.effect === 'external',
    },
  }
}

/**
 * A tool's arguments, taken apart. Where an operation has an argument of the same name, it is the operation's.
 * @throws Refusal 400 where an aim is of another type
 */
export function readArguments(
  operation: Operation<SiteContext>,
  given: Record<string, unknown>,
): { aim: Aim; input: Record<string, unknown> } {
  const { properties } = Value.Parse(InputSchema, plain(operation.input))
  const isAim = (key: string) => Object.hasOwn(Aim.properties, key) && !Object.hasOwn(properties, key)
  const entries = Object.entries(given)
  const aim = Object.fromEntries(entries.filter(([key, value]) => isAim(key) && value !== null && value !== ''))
  return { aim: checked(Aim, aim), input: Object.fromEntries(entries.filter(([key]) => !isAim(key))) }
}

/** The names of the tools: the short name where one scope has it, `scope_name` otherwise. */
export function toolNames(operations: readonly Operation<SiteContext>[]): ReadonlyMap<string, Operation<SiteContext>> {
  const shared = (name: string) => operations.filter((operation) => operation.name === name).length > 1
  return new Map(
    operations.map((operation) => [
      shared(operation.name) ? `${operation.scope}_${operation.name}` : operation.name,
      operation,
    ]),
  )
}

/** The schema as plain JSON, without what the schema library adds to it. */
function plain(schema: object): JSONObject {
  return JSON.parse(JSON.stringify(schema))
}
