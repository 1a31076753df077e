import {
  type AskOutside,
  defineOperation,
  type Envelope,
  fail,
  findNamed,
  mayNeedApproval,
  normalizeInput,
  type Operation,
  ok,
  resolveCall,
  validate,
  validationError,
} from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../context/context.ts'
import { pageOf } from './where.ts'

const MAX_CALLS = 50
/** `$0.nodeIds.0`: a value from the result of an earlier call of the batch. */
const REFERENCE = /^\$(\d{1,2})\.([\w.]+)$/

/** @param all the operations that a batch may hold; read when one is run */
export function createBatch(all: () => readonly Operation<SiteContext>[]) {
  return defineOperation({
    id: 'site.batch',
    summary: 'Make several edits at once',
    description: `Several calls as one step: all of them, or none where one fails. Up to ${MAX_CALLS} calls, made in order; "$0.nodeIds.0" in an input is what call 0 gave there. Not for what a person is asked about.`,
    icon: 'layers',
    keywords: ['bulk', 'several changes', 'multiple edits', 'transaction', 'all at once', 'together'],
    effect: 'write',
    fromReading: true,
    tab: true,
    onDemand: true,
    affects: ['page', 'site', 'styles'],
    input: Type.Object(
      {
        calls: Type.Array(
          Type.Object({ name: Type.String(), input: Type.Optional(Type.Object({})) }, { additionalProperties: false }),
          { minItems: 1, maxItems: MAX_CALLS },
        ),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({
      results: Type.Array(
        Type.Object({
          name: Type.String(),
          data: Type.Optional(Type.Unknown()),
          warnings: Type.Optional(Type.Array(Type.String())),
        }),
      ),
      /** The page that the last call was on, if it was on one. */
      pageId: Type.Optional(Type.String()),
    }),
    async weight(context: SiteContext, { calls }, enough) {
      let weight = 0
      for (const call of calls) {
        const { name, input } = resolveCall(call.name, call.input ?? {})
        const operation = findNamed(all(), (each) => each.name, name)
        const meant = operation && normalizeInput(operation.input, input)
        // A reference to an earlier call is of no known size yet.
        if (!operation || validate(operation.input, meant).length > 0 || weight >= enough) continue
        weight += await operation.weight(context, meant, enough)
      }
      return weight
    },
    /** The requests of its calls to the world, by their places. */
    async question(context: SiteContext, { calls }) {
      const asks = new Map<number, AskOutside>()
      for (const [at, call] of calls.entries()) {
        const { name, input } = resolveCall(call.name, call.input ?? {})
        const operation = findCalled(all(), name)
        if (!operation?.outside || batchRefusal(operation, name) || fillIn(input, []).unknown !== undefined) continue
        const meant = normalizeInput(operation.input, input)
        if (validate(operation.input, meant).length > 0) continue
        const ask = await operation.outside(context, meant)
        if (ask) asks.set(at, ask)
      }
      return asks.size > 0 ? asks : undefined
    },
    async outside(_services, _input, { question, signal }) {
      const answers = await Promise.all([...question].map(async ([at, ask]) => [at, await ask(signal)] as const))
      return new Map(answers)
    },
    // A tab runs it itself; what asks the world is refused there.
    services: false,
    async run(context: SiteContext, { calls }, answers) {
      const results: { name: string; data?: unknown; warnings?: string[] }[] = []
      let { editor } = context
      let pageId: string | undefined
      for (const [at, call] of calls.entries()) {
        const { name, input } = resolveCall(call.name, call.input ?? {})
        const operation = findCalled(all(), name)
        const refused = batchRefusal(operation, name) ?? refusedReference(operation, input)
        if (!operation || refused) return stopped(refused ?? fail('unknown_operation', name), at, '/name')
        const filled = fillIn(input, results)
        if (filled.unknown !== undefined) {
          const hint = 'Count the calls from 0, and name a field of that call’s result.'
          return stopped(fail('unknown_reference', `"${filled.unknown}" names nothing.`, { hint }), at, '/input')
        }
        const meant = normalizeInput(operation.input, filled.value)
        const issues = validate(operation.input, meant)
        if (issues.length > 0) return stopped({ ok: false, error: validationError(issues) }, at, '/input')
        const result = await operation.run({ ...context, editor }, meant, answers?.get(at))
        if (!result.ok) return stopped(result, at, '/input')
        pageId = pageOf(result) ?? pageId
        if (pageId !== undefined) editor = { ...editor, documentId: pageId }
        const { data, warnings } = result
        results.push({
          name: operation.name,
          ...(data === undefined ? {} : { data }),
          ...(warnings ? { warnings } : {}),
        })
      }
      return ok({ results, ...(pageId === undefined ? {} : { pageId }) })
    },
  })
}

const findCalled = (all: readonly Operation<SiteContext>[], name: string) =>
  findNamed(all, (each) => each.name, name) ?? all.find(({ id }) => id === name)

/** Requests to the world are made before the first call, so they cannot depend on one. */
function refusedReference(operation: Operation<SiteContext> | undefined, input: unknown): Envelope<never> | undefined {
  if (!operation?.outside || fillIn(input, []).unknown === undefined) return undefined
  return fail('not_in_batch', `${operation.name} cannot use what an earlier call of the batch returned.`, {
    hint: 'Call it alone.',
  })
}

function batchRefusal(operation: Operation<SiteContext> | undefined, name: string): Envelope<never> | undefined {
  if (!operation) {
    const hint = 'Use the names of tools, or of operations that find_operations returned.'
    return fail('unknown_operation', `There is no operation "${name.slice(0, 80)}".`, { hint })
  }
  if (mayNeedApproval(operation)) {
    return fail('not_in_batch', `${name} may need the decision of a person, so it cannot be part of a batch.`, {
      hint: 'Call it alone.',
    })
  }
  if (operation.executor !== 'server' || operation.name === 'batch' || operation.name === 'undoRun') {
    return fail('not_in_batch', `${name} cannot be part of a batch.`, { hint: 'Call it alone.' })
  }
  if (operation.capability !== 'document.read' && operation.capability !== 'document.write') {
    return fail('not_in_batch', `${name} needs a permission of its own.`, { hint: 'Call it alone.' })
  }
  return undefined
}

/** The failure of one call as that of the whole batch. */
function stopped(result: Envelope, at: number, where: string): Envelope<never> {
  const error = result.ok || !result.error ? { code: 'failed', message: 'It failed.' } : result.error
  return {
    ok: false,
    error: {
      ...error,
      message: `Call ${at} failed, so nothing was changed: ${error.message}`,
      path: `/calls/${at}${where}${error.path ?? ''}`,
    },
  }
}

function fillIn(value: unknown, results: readonly { data?: unknown }[]): { value?: unknown; unknown?: string } {
  let unknown: string | undefined
  const fill = (each: unknown): unknown => {
    if (typeof each === 'string') {
      const reference = REFERENCE.exec(each)
      if (!reference) return each
      const [, number = '', path = ''] = reference
      const found = at(results[Number(number)]?.data, path.split('.'))
      if (found === undefined) unknown ??= each
      return found
    }
    if (Array.isArray(each)) return each.map(fill)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, fill(inner)]))
  }
  const filled = fill(value)
  return unknown === undefined ? { value: filled } : { unknown }
}

function at(value: unknown, path: readonly string[]): unknown {
  let current = value
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined
    current = Object.entries(current).find(([key]) => key === step)?.[1]
  }
  return current
}
