import type { Capability } from './capability.ts'
import { findNamed } from './names.ts'
import type { Operation, OperationContext } from './operation.ts'
import { toolSchema } from './toolSchema.ts'

export interface ToolboxFilter {
  scope: string
  capabilities: ReadonlySet<Capability>
  /** The project's phase; operations without phases are allowed in every one. */
  phase?: string
  /** Short names; absent means all. */
  subset?: readonly string[]
}

/** The operations that one run may call, by short name. */
export interface Toolbox<Context extends OperationContext = never> {
  readonly scope: string
  readonly operations: readonly Operation<Context>[]
  /** By its name, which may be written in another case. */
  find(name: string): Operation<Context> | undefined
}

/** A function tool as providers take it: the schema is the operation's own input schema, in fewer words (`sent.ts`). */
export interface ToolDefinition {
  name: string
  description: string
  inputSchema: object
}

export function selectToolbox<Context extends OperationContext>(
  operations: readonly Operation<Context>[],
  filter: ToolboxFilter,
): Toolbox<Context> {
  const selected = operations.filter(
    (operation) =>
      operation.scope === filter.scope &&
      filter.capabilities.has(operation.capability) &&
      (filter.phase === undefined || operation.phases === undefined || operation.phases.includes(filter.phase)) &&
      (filter.subset === undefined || filter.subset.includes(operation.name)),
  )
  const byName = new Map(selected.map((operation) => [operation.name, operation]))
  const find = (name: string) => byName.get(name) ?? findNamed(selected, (operation) => operation.name, name)
  return { scope: filter.scope, operations: selected, find }
}

/** The definitions of operations, which never change: every run asks for the same ones. */
const definitions = new WeakMap<object, ToolDefinition>()

/**
 * The toolbox as function tools, in a stable order so that a provider's prompt cache holds. Operations on demand are
 * not among them; a model reaches those through the loader (`loader.ts`).
 */
export function toolDefinitions<Context extends OperationContext>(toolbox: Toolbox<Context>): ToolDefinition[] {
  return toolbox.operations
    .filter(({ onDemand }) => !onDemand)
    .map(definitionOf)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

export function definitionOf<Context extends OperationContext>(operation: Operation<Context>): ToolDefinition {
  const known = definitions.get(operation)
  if (known) return known
  const { name, description, input } = operation
  const made = { name, description, inputSchema: Object(toolSchema(JSON.parse(JSON.stringify(input)))) }
  definitions.set(operation, made)
  return made
}
