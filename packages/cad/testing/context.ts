import { createMemoryView, createOverlay, type Draft } from '@atelier/documents'
import type { Envelope, Operation } from '@atelier/operation'
import { validate, validationError } from '@atelier/operation'
import type { Engine } from '../src/build/builder.ts'
import type { PartContext, Step } from '../src/context/context.ts'
import { readPart } from '../src/document/part.ts'
import { answerAsk } from '../src/kernel/answer.ts'
import { partOperations } from '../src/operations/index.ts'

/** A part on which operations are called by name, as a server calls them: what is refused is not stored. */
export function createCaller(engine: Engine, runId?: string, draft: Draft = createMemoryView()) {
  // Apart from the ids of a maker that may have begun the part.
  let count = 1_000_000
  let openSketch: string | undefined
  const none: readonly Step[] = []
  const operations = new Map<string, Operation<PartContext>>(partOperations.map((each) => [each.name, each]))
  const contextOver = (over: Draft): PartContext => ({
    actor: { kind: runId === undefined ? 'hand' : 'agent', userId: 'user', ...(runId === undefined ? {} : { runId }) },
    now: () => 0,
    newId: () => `id${String(count++).padStart(8, '0')}`,
    documentId: 'part',
    name: 'Part',
    draft: over,
    kernel: { evaluate: async (part, ask) => answerAsk(engine, part, ask) },
    selection: [],
    seesPictures: true,
    steps: { done: none, undone: none, turned() {} },
    openSketch,
    enterSketch(id) {
      openSketch = id
    },
  })
  return {
    draft,
    part: () => readPart(draft),
    context: () => contextOver(createOverlay(draft)),
    operation: (name: string) => operations.get(name),
    async call(name: string, input: object = {}): Promise<Envelope> {
      const operation = operations.get(name)
      if (!operation) throw new Error(`There is no operation ${name}.`)
      const issues = validate(operation.input, input)
      if (issues.length > 0) return { ok: false, error: validationError(issues) }
      const over = createOverlay(draft)
      const result = await operation.run(contextOver(over), input, undefined)
      if (result.ok && result.data !== undefined) {
        const wrong = validate(operation.output, result.data)
        if (wrong.length > 0) throw new Error(`${name}: ${validationError(wrong).message}`)
      }
      if (!result.ok || operation.effect === 'read') return result
      for (const { key, after } of over.patches()) {
        if (after === undefined) draft.delete(key)
        else draft.set(key, after)
      }
      return result
    },
    /** The data of a call that succeeds. */
    async ok(name: string, input: object = {}): Promise<Record<string, unknown>> {
      const result = await this.call(name, input)
      if (!result.ok) throw new Error(`${name}: ${result.error?.code} ${result.error?.message}`)
      return Object.fromEntries(Object.entries(result.data ?? {}))
    },
  }
}
