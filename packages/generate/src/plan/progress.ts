import type { Draft, View } from '@atelier/documents'
import { equalJson } from '@atelier/documents'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The steps of a generation, in their order. `tidy` comes behind the pages: repeated styles and blocks become shared. */
export const GenerationStep = Type.Enum(['generate', 'components', 'assets', 'pages', 'tidy'])
export type GenerationStep = Static<typeof GenerationStep>

export const GenerationState = Type.Enum(['planning', 'awaiting-approval', 'running', 'stopped', 'complete', 'error'])
export type GenerationState = Static<typeof GenerationState>

/** Where a generation is, in its plan under the key `progress`. Written only by the server. */
export const Progress = Type.Object({
  state: GenerationState,
  step: GenerationStep,
  /** Why it stopped or failed, as a sentence. */
  why: Type.Optional(Type.String()),
  /** The other generation of the project that it waits for, as a sentence. */
  waits: Type.Optional(Type.String()),
  /** In dollars, of all its runs that have ended. */
  spentUsd: Type.Optional(Type.Number()),
  /** Its changes were taken back. */
  undone: Type.Optional(Type.Literal(true)),
})
export type Progress = Static<typeof Progress>

/**
 * How a step or a page stands: it `waits`, is being written, `stands`, `failed` or was stopped; a person has `adopted` or
 * `discarded` a page, or taken back (`undone`) what was made of it in its conversation.
 */
export const PartState = Type.Enum([
  'waiting',
  'writing',
  'stands',
  'failed',
  'stopped',
  'adopted',
  'discarded',
  'undone',
])
export type PartState = Static<typeof PartState>

/** How one part stands, in the plan under the key `status:<name>`: the key of a page, or a step's name. */
export const PartStatus = Type.Object({
  state: PartState,
  sessionId: Type.Optional(Type.String()),
  runId: Type.Optional(Type.String()),
  /** The page's document in the site. */
  documentId: Type.Optional(Type.String()),
  /** Why it failed, or what was done instead. */
  why: Type.Optional(Type.String()),
  /** The reasons why a written page is not done, as sentences. */
  problems: Type.Optional(Type.Array(Type.String())),
})
export type PartStatus = Static<typeof PartStatus>

/** A source of the plan, in the plan under the key `sources`. */
export const Source = Type.Object({ url: Type.String(), title: Type.String(), text: Type.String() })
export type Source = Static<typeof Source>

export interface GenerationProgress {
  progress: Progress | undefined
  parts: ReadonlyMap<string, PartStatus>
  sources: readonly Source[]
}

const statusKey = (name: string) => `status:${name}`

/** Whether a key of a plan is one that only the server writes. */
export const isProgressKey = (key: string): boolean =>
  key === 'progress' || key === 'sources' || key.startsWith('status:')

export function readProgress(view: View): GenerationProgress {
  const progress = view.get('progress')
  const sources = view.get('sources')
  const parts = new Map<string, PartStatus>()
  for (const key of view.keys('status:')) {
    const status = view.get(key)
    if (Value.Check(PartStatus, status)) parts.set(key.slice('status:'.length), status)
  }
  return {
    progress: Value.Check(Progress, progress) ? progress : undefined,
    parts,
    sources: Value.Check(Type.Array(Source), sources) ? sources : [],
  }
}

/** Writes what has changed of the progress, so that every open tab shows it. */
export function writeProgress(draft: Draft, progress: Progress, parts: ReadonlyMap<string, PartStatus>): void {
  if (!equalJson(draft.get('progress'), progress)) draft.set('progress', progress)
  for (const [name, status] of parts) {
    if (!equalJson(draft.get(statusKey(name)), status)) draft.set(statusKey(name), status)
  }
}
