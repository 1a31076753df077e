import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { readEnvelope } from './envelope.ts'
import type { ToolItem, Turn } from './view.ts'

const TaskPlan = Type.Object({
  steps: Type.Array(
    Type.Object({
      step: Type.Integer(),
      operation: Type.String(),
      what: Type.String(),
      ids: Type.Array(Type.String()),
      asks: Type.Boolean(),
    }),
  ),
  named: Type.Array(Type.Object({ ids: Type.Array(Type.String()), names: Type.Array(Type.String()) })),
  open: Type.Array(
    Type.Object({
      what: Type.String(),
      candidates: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
    }),
  ),
})

/** A plan of the assistant, as its card shows it. */
export interface ShownTaskPlan {
  steps: readonly {
    step: number
    operation: string
    what: string
    ids: readonly string[]
    about: string
    asks: boolean
  }[]
  /** Questions to settle first. */
  open: readonly string[]
}

const PLANS = 'planAnalyzeTask'

/** The plan that a call has made; undefined for any other call. */
export function readTaskPlan(item: ToolItem): ShownTaskPlan | undefined {
  if (item.name !== PLANS || item.status !== 'done') return undefined
  const { data } = readEnvelope(item.result)
  if (!Value.Check(TaskPlan, data)) return undefined
  const names = new Map(data.named.flatMap(({ ids, names: own }) => ids.map((id, at) => [id, own[at] ?? ''] as const)))
  return {
    steps: data.steps.map((step) => ({
      ...step,
      about: step.ids.flatMap((id) => names.get(id) || []).join(', '),
    })),
    open: data.open.map(({ what, candidates = [] }) =>
      candidates.length === 0 ? what : `${what} ${candidates.map(({ name }) => name).join(' · ')}`,
    ),
  }
}

/**
 * The steps of each plan that are done, by the key of the plan's call, as numbers with commas: a step is done when a
 * later call of its operation has ended that names what the step is about. One call does one step.
 */
export function doneSteps(turns: readonly Turn[]): ReadonlyMap<string, string> {
  const calls = turns.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'tool' ? [item] : [])))
  const done = new Map<string, string>()
  for (const [at, item] of calls.entries()) {
    const plan = readTaskPlan(item)
    if (!plan) continue
    const later = calls.slice(at + 1).filter(({ status }) => status === 'done')
    const used = new Set<ToolItem>()
    const ended: number[] = []
    for (const { step, operation, ids } of plan.steps) {
      const call = later.find((each) => !used.has(each) && isCallOf(each, operation) && isAbout(each, ids))
      if (!call) continue
      used.add(call)
      ended.push(step)
    }
    done.set(item.key, ended.join(','))
  }
  return done
}

/** The numbers in a list of done steps. */
export const stepNumbers = (done: string | undefined): ReadonlySet<number> =>
  new Set(done === undefined || done === '' ? [] : done.split(',').map(Number))

const isCallOf = ({ name }: ToolItem, operation: string): boolean =>
  name === operation || name === operation.slice(operation.indexOf('.') + 1)

function isAbout({ input, result }: ToolItem, ids: readonly string[]): boolean {
  if (ids.length === 0) return true
  const text = JSON.stringify([input, result])
  return ids.some((id) => text.includes(JSON.stringify(id)))
}
