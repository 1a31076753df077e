import type { Static, TSchema } from 'typebox'
import type { Capability } from './capability.ts'
import type { CommandDefinition, OperationCommand } from './command.ts'
import type { Envelope } from './envelope.ts'
import type { AskOutside, OutsideCall } from './outside.ts'
import type { Restriction } from './restriction.ts'

export type Effect = 'read' | 'write' | 'destructive' | 'external'
/** The meaning of a review of changes to an operation of content. */
export type WorkflowBehavior = 'auto-merge' | 'workflow-dependent' | 'manual' | 'none'
export type ExecutorKind = 'server' | 'view' | 'kernel'

/** Who asked: a person's own click or API call, or a model within a run. */
export interface Actor {
  kind: 'hand' | 'agent'
  userId: string
  runId?: string
}

/** `scope.name`. */
export type OperationId = `${string}.${string}`

/** The context of every operation. A scope extends this with its documents and services. */
export interface OperationContext {
  readonly actor: Actor
  /** Milliseconds since the epoch. */
  now(): number
  /** A new unique id; ids of one context sort by time. */
  newId(): string
  /** The person's rights; absent if nothing is restricted. */
  readonly capabilities?: ReadonlySet<Capability>
  readonly restriction?: Restriction | undefined
  /** Functions of the server, in groups by name. Absent in a tab. */
  readonly services?: object
}

/** The text that a user reads before an event that cannot be undone. */
export interface Consequence {
  /** The exact effect, as sentences: “Delete the page “About” (/about) with its 34 elements.” */
  message: string
  /** The affected thing, in short. */
  target: string
  /** The documents from whose state it was derived: if one of them changes, the user has to decide again. */
  documentIds: readonly string[]
}

interface Definition<
  Context extends OperationContext,
  Id extends OperationId,
  Input extends TSchema,
  Output extends TSchema,
  Question,
  Answer,
> {
  /** `scope.name`; the model sees the part after the first dot. */
  id: Id
  /** One line, for menus and lists. */
  summary: string
  /** For the model: what it does, what it returns, when to use another. */
  description: string
  /** A lucide icon name. */
  icon: string
  /** Words of users who know neither its name nor its parameters' (“favicon”, “dark mode”); only for searches. */
  keywords?: readonly string[]
  /**
   * The operation of another scope that this one does in the words of its own conversations: no other scope's
   * conversation finds it, since it finds that one.
   */
  of?: OperationId
  input: Input
  output: Output
  /** Defaults to `document.read` for reads and `document.write` for everything else. */
  capability?: Capability
  /** Project phases in which it is allowed; absent means all. */
  phases?: readonly string[]
  /**
   * A model writes with it what it made of something that it has read: what others changed since then stays, or is merged
   * with it, and where both changed the same the call is refused with `changed_meanwhile`.
   */
  fromReading?: boolean
  /** An agent has written what it writes: it changes nothing that is locked, also when a person calls it. */
  writesForAgent?: boolean
  /** Only the newest result of this name is replayed whole to a model. */
  heavy?: boolean
  /** The executor decides whether a picture is made. */
  wantsVision?: boolean
  /** It asks something of the server beside the documents, so a tab sends it there instead of running it itself. */
  services?: boolean
  /**
   * A tab runs it itself, at once, on the documents that it has open. For a read or write that makes and deletes no
   * document. Default: whether its executor is `view`.
   */
  tab?: boolean
  /** Not among the tools that a model is sent: it finds it with `find_operations` and calls it by `call_operation`. */
  onDemand?: boolean
  /** `run` may also run on the server, for when nothing of its executor is connected. */
  fallback?: 'server'
  /** The kinds of thing it changes, for the run's affected resources. */
  affects?: readonly string[]
  /**
   * The target of a call, as a text: the same for two inputs that differ in nothing but the value. Quick calls of one user
   * with the same subject, such as arrow keys in a field, are one step of undo. Undefined: each call is a step.
   */
  subject?(input: Static<Input>): string | undefined
  /** How an editor offers it to a person. No part of what a model or a program is sent. */
  commands?: readonly CommandDefinition<never, Static<Input>, Static<Output>>[]
  /**
   * A model's call waits for a person wherever `consequence`, which MUST then be there, returns one: it costs money,
   * for example. For writes of the server or a kernel; what is `destructive` or `external` always waits.
   */
  asks?: boolean
  /**
   * The address of the web that `outside` requests. A model's call waits for a person, as one that is `external`, unless the
   * person or a result of the same run has named that address: what a model puts together may carry what it has read. A
   * call over MCP waits always, since nothing is known there of who named it.
   */
  address?(input: Static<Input>): string
  /**
   * For an operation on content, its relation to a review: `workflow-dependent` changes wait on a branch where the
   * project reviews them, the others are applied at once; `manual` is decided on by a person, so that a model's call
   * `asks`; `none` changes nothing that is reviewed. Default: `none` for a read, `workflow-dependent` for everything
   * else.
   */
  workflow?: WorkflowBehavior
  /**
   * The exact effect of `run` with this input, for the person who decides on it. MUST read only. Undefined if there is
   * nothing to decide on: `run` would refuse the input, or a call of an operation that `asks` needs no decision. Used if
   * the effect is `destructive` or `external`, or if it `asks`.
   */
  consequence?(context: Context, input: Static<Input>): Consequence | undefined | Promise<Consequence | undefined>
  /**
   * How much of the documents a call would read, as characters of input that take as long; if it is high, the call runs
   * where it blocks no other request. MUST read only, and MAY stop counting at `enough`. Default 0.
   */
  weight?(context: Context, input: Static<Input>, enough: number): number | Promise<number>
  /**
   * What `outside` has to know of the documents. MUST read only. Undefined: no request is made, since `run` needs no
   * answer or refuses the input anyway.
   */
  question?(context: Context, input: Static<Input>): Question | undefined | Promise<Question | undefined>
  /**
   * The request of a call to the world: pages, pictures, fonts, other services. It is called once, before `run`, when the call
   * is checked and approved, with no document open and no lock held, so that no other call waits for it; `run` is given its
   * answer, however often it is repeated. Where the effect is `external`, a commit marks the call as sent before, and a call
   * that was sent is never sent again. MUST return failures as part of the answer; what a call writes, `run` writes. For
   * operations of the server; it implies `services`, since a tab asks nothing.
   */
  outside?(
    services: NonNullable<Context['services']>,
    input: Static<Input>,
    call: OutsideCall<Question>,
  ): Promise<Answer>
  /**
   * For an `external` operation: how to find out whether a call took place whose answer was lost, as a sentence
   * (“listGenerations has the plan if it is made.”).
   */
  verify?: string
  /**
   * How long a run waits for one call, in milliseconds, if it works for longer than most: what it does goes on after that,
   * with no result. Never less than the run's own limit, which is two minutes by default.
   */
  longestMs?: number
  /**
   * MUST change nothing but the drafts and services of `context`, and MUST be safe to run again on fresh drafts. MUST NOT
   * wait for the world, which is what `outside` is for.
   * MAY return an error envelope; then nothing it did is committed. Throwing is for bugs.
   * @param answer of `outside`; undefined where nothing was asked, as in a tab
   */
  run(
    context: Context,
    input: Static<Input>,
    answer: Answer | undefined,
  ): Envelope<Static<Output>> | Promise<Envelope<Static<Output>>>
}

/**
 * Operations that cannot be undone run on the server: only there a decision and the call that relies on it are one
 * transaction. `executor` defaults to `server`.
 */
export type OperationDefinition<
  Context extends OperationContext,
  Id extends OperationId,
  Input extends TSchema,
  Output extends TSchema,
  Question = undefined,
  Answer = undefined,
> = Definition<Context, Id, Input, Output, Question, Answer> &
  ({ effect: 'read' | 'write'; executor?: ExecutorKind } | { effect: 'destructive' | 'external'; executor?: 'server' })

/** An operation with its defaults filled in and its types folded away, as a toolbox holds it. */
export interface Operation<Context extends OperationContext = never> {
  readonly id: string
  readonly scope: string
  /** The short name within its scope. */
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly icon: string
  readonly keywords: readonly string[]
  /** The operation of another scope that this one does for its own conversations, the only ones that find it. */
  readonly of: OperationId | undefined
  readonly input: TSchema
  readonly output: TSchema
  readonly effect: Effect
  readonly executor: ExecutorKind
  readonly capability: Capability
  readonly phases: readonly string[] | undefined
  readonly fromReading: boolean
  readonly writesForAgent: boolean
  readonly heavy: boolean
  readonly wantsVision: boolean
  readonly services: boolean
  /** A tab runs it itself, on the documents that it has open. */
  readonly tab: boolean
  readonly onDemand: boolean
  readonly fallback: 'server' | undefined
  readonly affects: readonly string[]
  /** The target of a call with this input; undefined if the operation does not say. */
  subject(input: unknown): string | undefined
  readonly commands: readonly OperationCommand<never>[]
  /** A model's call may wait for a person, though it can be undone. */
  readonly asks: boolean
  /** The address of the web that `outside` requests; undefined if the operation requests none. */
  readonly address: ((input: unknown) => string) | undefined
  readonly workflow: WorkflowBehavior
  /**
   * What `run` would do with this input; in general terms if the operation does not say. `documentIds` is then empty,
   * which means every document that the call addresses. Undefined if `run` would refuse the input.
   */
  consequence(context: Context, input: unknown): Promise<Consequence | undefined>
  /** How much of the documents `run` would read, as characters of input that take as long; counted up to `enough`. */
  weight(context: Context, input: unknown, enough: number): Promise<number>
  /**
   * Reads what a call has to ask of the world, and returns what asks it: to be called once, when `context` is gone. Undefined
   * if the call asks nothing; absent if the operation never does.
   */
  readonly outside: ((context: Context, input: unknown) => Promise<AskOutside | undefined>) | undefined
  readonly verify: string | undefined
  readonly longestMs: number | undefined
  /**
   * Takes input that `validate(operation.input, …)` has accepted.
   * @param answer what the world answered to `outside`; undefined if it was not asked
   */
  run(context: Context, input: unknown, answer: unknown): Envelope | Promise<Envelope>
}

/** An operation that still knows the types it was defined with, from which handles infer their input and output. */
export interface DefinedOperation<
  Context extends OperationContext,
  Id extends OperationId,
  Input extends TSchema,
  Output extends TSchema,
> extends Operation<Context> {
  readonly id: Id
  readonly input: Input
  readonly output: Output
  readonly commands: readonly OperationCommand<never, Id, Static<Input>, Static<Output>>[]
  run(context: Context, input: unknown, answer?: unknown): Envelope<Static<Output>> | Promise<Envelope<Static<Output>>>
}

/**
 * Defines one thing that can be done. Everything else (tool, command, endpoint, menu entry) derives from it.
 * @throws when the id has no scope, or when it `asks`, asks the world or is run by a tab and cannot, which are mistakes of the author
 */
export function defineOperation<
  Context extends OperationContext,
  Id extends OperationId,
  Input extends TSchema,
  Output extends TSchema,
  Question = undefined,
  Answer = undefined,
>(
  definition: OperationDefinition<Context, Id, Input, Output, Question, Answer>,
): DefinedOperation<Context, Id, Input, Output> {
  const dot = definition.id.indexOf('.')
  if (dot < 1 || dot === definition.id.length - 1) throw new Error(`Operation id "${definition.id}" is not scope.name`)
  const { workflow = definition.effect === 'read' ? 'none' : 'workflow-dependent' } = definition
  const { asks = workflow === 'manual', executor = 'server' } = definition
  const { services = definition.outside !== undefined, tab = executor === 'view' } = definition
  if (asks && (!definition.consequence || definition.effect !== 'write' || executor === 'view'))
    throw new Error(`Operation "${definition.id}" asks, and is no write of the server or a kernel with a consequence`)
  const { address, outside } = definition
  if (outside && executor !== 'server')
    throw new Error(`Operation "${definition.id}" asks the world and does not run on the server`)
  if (address && executor !== 'server')
    throw new Error(`Operation "${definition.id}" requests an address and does not run on the server`)
  if (tab && (services || needsApproval(definition)))
    throw new Error(`Operation "${definition.id}" is run by a tab, and needs the server or a person's decision`)
  return {
    id: definition.id,
    scope: definition.id.slice(0, dot),
    name: definition.id.slice(dot + 1),
    summary: definition.summary,
    description: definition.description,
    icon: definition.icon,
    keywords: definition.keywords ?? [],
    of: definition.of,
    input: definition.input,
    output: definition.output,
    effect: definition.effect,
    executor,
    capability: definition.capability ?? (definition.effect === 'read' ? 'document.read' : 'document.write'),
    phases: definition.phases,
    fromReading: definition.fromReading ?? false,
    writesForAgent: definition.writesForAgent ?? false,
    heavy: definition.heavy ?? false,
    wantsVision: definition.wantsVision ?? false,
    services,
    tab,
    onDemand: definition.onDemand ?? false,
    fallback: definition.fallback,
    affects: definition.affects ?? [],
    subject: (input) => definition.subject?.(input as Static<Input>),
    commands: (definition.commands ?? []).map((command) => ({ ...command, operation: definition.id })),
    asks,
    address: address && ((input) => address(input as Static<Input>)),
    workflow,
    consequence: async (context, input) =>
      definition.consequence
        ? await definition.consequence(context, input as Static<Input>)
        : usualConsequence(definition, input, context.actor),
    weight: async (context, input, enough) => definition.weight?.(context, input as Static<Input>, enough) ?? 0,
    // Only here the types are folded away: callers validate against `input` first, and pass on what `outside` returned.
    outside: outside && (async (context, input) => asksOutside(definition, context, input as Static<Input>)),
    verify: definition.verify,
    longestMs: definition.longestMs,
    run: (context, input, answer) => definition.run(context, input as Static<Input>, answer as Answer | undefined),
  }
}

/**
 * The function that requests data from the world for a call; undefined if there is nothing to request, or no requester.
 */
async function asksOutside<
  Context extends OperationContext,
  Id extends OperationId,
  Input extends TSchema,
  Output extends TSchema,
  Question,
  Answer,
>(
  definition: Definition<Context, Id, Input, Output, Question, Answer>,
  context: Context,
  input: Static<Input>,
): Promise<AskOutside | undefined> {
  const { actor, services } = context
  if (!services) return undefined
  const question = await definition.question?.(context, input)
  if (definition.question && question === undefined) return undefined
  return async (signal) => definition.outside?.(services, input, { question: question as Question, actor, signal })
}

function usualConsequence(
  { summary, effect, address }: { summary: string; effect: Effect; address?(input: unknown): string },
  input: unknown,
  actor: Actor,
): Consequence {
  if (address) return addressConsequence(summary, address(input), actor)
  const values = typeof input === 'object' && input !== null ? Object.values(input) : []
  const named = values.filter((value) => typeof value === 'string' && value !== '' && value.length <= 80)
  const target = named.join(', ')
  const end = effect === 'external' ? 'It has a lasting effect outside Atelier.' : 'This cannot be undone.'
  return { message: `${summary}${target === '' ? '' : `: ${target}`}. ${end}`, target, documentIds: [] }
}

function addressConsequence(summary: string, address: string, { kind }: Actor): Consequence {
  const host = URL.canParse(address) ? new URL(address).host : address.slice(0, 80)
  const rest = address.length - 500
  const shown = rest > 0 ? `${address.slice(0, 500)} … and ${rest} more characters` : address
  const why = kind === 'agent' ? 'Neither you nor anything that was read in this run named this address; what' : 'What'
  const message = `${summary}: ${shown}. ${why} it holds is sent to ${host}.`
  return { message, target: host, documentIds: [] }
}

/** Whether a model's call of it waits for a person, or may wait for one because of what it does. */
export function needsApproval({ effect, asks = false }: { effect: Effect; asks?: boolean }): boolean {
  return asks || effect === 'destructive' || effect === 'external'
}

/** Whether a model's call of it waits for a person, or may wait for one, also because of the address that it requests. */
export function mayNeedApproval(operation: Pick<Operation, 'effect' | 'asks' | 'address'>): boolean {
  return needsApproval(operation) || operation.address !== undefined
}
