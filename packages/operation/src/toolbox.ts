import type { Capability } from './capability.ts'
import { findNamed } from './names.ts'
import type { Operation } from './operation.ts'
import { toolSchema } from './toolSchema.ts'

export interface ToolboxFilter {
  /** The scope of the conversation: its operations have their short names. */
  scope: string
  capabilities: ReadonlySet<Capability>
  /** The project's phase; operations without phases are allowed in every one. */
  phase?: string
  /** Short names of the scope; absent means all. */
  subset?: readonly string[]
}

/** The operations that one run may call: those of its own scope by short name, those of other scopes by full id. */
export interface Toolbox {
  readonly scope: string
  /** Those of the run's own scope. */
  readonly operations: readonly Operation[]
  /** How the operation is called in this toolbox. */
  nameOf(operation: Operation): string
  /**
   * By its name or full id, which may be written in another case, and as `scope_name`. The short name of an operation of another scope is
   * enough if it is the only one with that name.
   */
  find(name: string): Operation | undefined
  /** The full ids of several operations of other scopes that have this short name; otherwise empty. */
  candidates(name: string): string[]
}

/** A function tool as providers take it: the schema is the operation's own input schema, in fewer words (`sent.ts`). */
export interface ToolDefinition {
  name: string
  description: string
  inputSchema: object
}

/** @param operations those of every scope that the run may reach */
export function selectToolbox(operations: readonly Operation[], filter: ToolboxFilter): Toolbox {
  const { scope, capabilities, phase, subset } = filter
  const selected = operations.filter(
    (operation) =>
      capabilities.has(operation.capability) &&
      (phase === undefined || operation.phases === undefined || operation.phases.includes(phase)) &&
      (subset === undefined || operation.scope !== scope || subset.includes(operation.name)),
  )
  const home = selected.filter((operation) => operation.scope === scope)
  const foreign = selected.filter((operation) => operation.scope !== scope)
  const byName = new Map([
    ...selected.map((each) => [each.id, each] as const),
    ...home.map((each) => [each.name, each] as const),
  ])
  const sharing = (name: string) => foreign.filter((operation) => operation.name === name)
  return {
    scope,
    operations: home,
    nameOf: ({ scope: own, name, id }) => (own === scope ? name : id),
    find(name) {
      const known =
        byName.get(name) ??
        findNamed(home, (operation) => operation.name, name) ??
        findNamed(selected, wireName, name.replace('.', '_'))
      if (known) return known
      const [only, ...others] = sharing(name)
      return others.length === 0 ? only : undefined
    },
    candidates(name) {
      const ids = byName.has(name) ? [] : sharing(name).map(({ id }) => id)
      return ids.length > 1 ? ids : []
    },
  }
}

/** The full id as providers take it for the name of a tool; so a model reads the calls that it has made. */
const wireName = ({ scope, name }: Operation) => `${scope}_${name}`

/** The definitions of operations, which never change: every run asks for the same ones. */
const definitions = new WeakMap<object, ToolDefinition>()

/**
 * The toolbox as function tools, in a stable order so that a provider's prompt cache holds. Operations on demand
 * and those of other scopes are not among them; a model reaches those through the loader (`loader.ts`).
 */
export function toolDefinitions(toolbox: Toolbox): ToolDefinition[] {
  return toolbox.operations
    .filter(({ onDemand }) => !onDemand)
    .map(definitionOf)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

export function definitionOf(operation: Operation): ToolDefinition {
  const known = definitions.get(operation)
  if (known) return known
  const { name, description, input } = operation
  const made = { name, description, inputSchema: Object(toolSchema(JSON.parse(JSON.stringify(input)))) }
  definitions.set(operation, made)
  return made
}
