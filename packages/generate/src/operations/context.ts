import type { Draft, DraftSet } from '@atelier/documents'
import { type Actor, type Envelope, fail, type OperationContext } from '@atelier/operation'
import type { CompileUtilities } from '@atelier/site'
import type { BrandReader } from '../brand/reader.ts'
import type { OpenSite } from '../variants/apply.ts'
import { readVariants, type Variants } from '../variants/variants.ts'

/** A generation as programs see it. */
export interface GenerationView {
  generationId: string
  /** The plan's document. */
  documentId: string
  state: string
  step: string
  siteName: string
  why?: string
  /** The other generation that it waits for, as a sentence. */
  waits?: string
  spentUsd: number
  parts: { key: string; file?: string; title: string; state: string; why?: string; problems?: string[] }[]
}

/** Why something cannot be begun: the error's code and its sentences. */
export interface NotBegun {
  error: string
  code: string
  hint?: string
}

/** The server's services for operations on a project's generations. */
export interface GenerationService {
  plan(
    actor: Actor,
    input: { brief: string; kind: 'site' | 'redesign' | 'pages'; budgetUsd?: number },
  ): Promise<GenerationView | NotBegun>
  /** Carries a plan out, or resumes it. */
  carryOut(generationId: string): Promise<GenerationView | NotBegun>
  list(): Promise<GenerationView[]>
}

/** The context of the operations on plans and generations. */
export interface GenerateContext extends OperationContext {
  /** The plan that the call is aimed at, a document of kind `blueprint`. */
  plan: Draft | undefined
  documentId: string
  project: { id: string; siteDocumentId: string }
  drafts: DraftSet
  services: GenerateServices
}

/** Variants of a section as programs see them. */
export interface VariantsView {
  variantsId: string
  pageId: string
  nodeId: string
  /** The name of its block; empty if it has none. */
  block: string
  /** The name of the section. */
  title: string
  state: string
  why?: string
  /** The difference of each, in a few words. */
  names: string[]
  /** When they were asked for, in epoch milliseconds. */
  askedAt: number
  /** The conversation and the run that make them. */
  sessionId: string
  runId: string
}

/** The server's services for variants of a section. */
export interface VariantService {
  make(actor: Actor, input: { pageId: string; section: string; wish: string }): Promise<VariantsView | NotBegun>
  /** Those that wait for a choice or are being made, newest first. */
  list(): Promise<VariantsView[]>
}

export interface GenerateServices {
  generations?: GenerationService | undefined
  variants?: VariantService | undefined
  compileUtilities?: CompileUtilities | undefined
  brand?: BrandReader | undefined
}

export const variantsView = (variantsId: string, { section, state, why, variants, run }: Variants): VariantsView => ({
  variantsId,
  pageId: section.pageId,
  nodeId: section.nodeId,
  block: section.block,
  title: section.title,
  state,
  ...(why === undefined ? {} : { why }),
  names: variants.map(({ name }) => name),
  askedAt: run.askedAt,
  sessionId: run.sessionId,
  runId: run.runId,
})

/** Variants that are there, with their draft; undefined if the project has none of this id. */
export async function openVariants({ drafts }: GenerateContext, variantsId: string) {
  const draft = await drafts.open(variantsId)
  const variants = draft && readVariants(draft)
  return variants && { draft, variants }
}

export async function openSite({ drafts, project, ...call }: GenerateContext): Promise<OpenSite | undefined> {
  const site = await drafts.open(project.siteDocumentId)
  return site && { id: project.id, site, drafts, call }
}

export const noVariants = (): Envelope<never> =>
  fail('unknown_variants', 'There are no such variants.', {
    path: '/variantsId',
    hint: 'listVariants has those that wait for a choice.',
  })

export const noPlan = (): Envelope<never> =>
  fail('no_plan', 'There is no plan to work on.', {
    hint: 'Name it by documentId, as listGenerations has it.',
  })

export const noService = (): Envelope<never> =>
  fail('unavailable', 'Sites are not generated here.', { hint: 'Do it in the studio.' })
