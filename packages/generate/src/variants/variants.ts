import type { Draft, View } from '@atelier/documents'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** How many variants of a section are made. */
export const VARIANT_COUNT = 3

/** One variant of a section: its HTML, the section itself with its `uid` on the outside, and the rules that it adds. */
export const SectionVariant = Type.Object({
  /** The difference from the present section, in a few words. */
  name: Type.String(),
  html: Type.String(),
  css: Type.String(),
})
export type SectionVariant = Static<typeof SectionVariant>

/** The section as it was when the variants were asked for. */
const VariedSection = Type.Object({
  pageId: Type.String(),
  nodeId: Type.String(),
  /** The name of its block; empty if it has none. */
  block: Type.String(),
  /** Its name in the page, for people. */
  title: Type.String(),
  /** With `uid` on its elements. */
  html: Type.String(),
})
export type VariedSection = Static<typeof VariedSection>

/**
 * `making` while a model writes them, `ready` to be chosen from, `failed`; `taken` once one is in the page, `dismissed` once
 * the section was kept as it is.
 */
export const VariantsState = Type.Enum(['making', 'ready', 'failed', 'taken', 'dismissed'])
export type VariantsState = Static<typeof VariantsState>

const VariantsRun = Type.Object({ runId: Type.String(), sessionId: Type.String(), askedAt: Type.Number() })

/**
 * Three variants of one section, a document of their own: nothing of them is in the page before one is taken, and they are
 * found again until one is taken or all are dismissed.
 *
 * | key | value |
 * |---|---|
 * | `section` | the section as it was |
 * | `wish` | what was asked for beside the three instructions |
 * | `run` | the run that makes them |
 * | `state`, `why` | a `VariantsState`; why it failed |
 * | `variants` | the variants |
 * | `taken` | the index of the one that was taken |
 */
export interface Variants {
  section: VariedSection
  wish: string
  run: Static<typeof VariantsRun>
  state: VariantsState
  why?: string
  variants: SectionVariant[]
}

/** Reads variants; undefined if the document holds none. */
export function readVariants(view: View): Variants | undefined {
  const [section, run, state, variants] = ['section', 'run', 'state', 'variants'].map((key) => view.get(key))
  if (!Value.Check(VariedSection, section) || !Value.Check(VariantsRun, run)) return undefined
  const [wish, why] = [view.get('wish'), view.get('why')]
  return {
    section,
    run,
    wish: typeof wish === 'string' ? wish : '',
    state: Value.Check(VariantsState, state) ? state : 'failed',
    ...(typeof why === 'string' ? { why } : {}),
    variants: Value.Check(Type.Array(SectionVariant), variants) ? variants : [],
  }
}

/** Whether variants still wait for a choice, or are being made. */
export const areOpen = ({ state }: Pick<Variants, 'state'>): boolean => state !== 'taken' && state !== 'dismissed'

/** Writes the variants that a run has made, or why it made none. Returns whether they were awaited. */
export function settleVariants(draft: Draft, made: readonly SectionVariant[] | { why: string }): boolean {
  if (draft.get('state') !== 'making') return false
  if ('why' in made) {
    draft.set('why', made.why)
    draft.set('state', 'failed')
    return true
  }
  draft.set(
    'variants',
    made.map(({ name, html, css }) => ({ name, html, css })),
  )
  draft.set('state', 'ready')
  return true
}
