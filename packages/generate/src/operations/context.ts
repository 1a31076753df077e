import type { Draft } from '@atelier/documents'
import { type Actor, type Envelope, fail, type OperationContext } from '@atelier/operation'

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
  services: GenerateServices
}

export interface GenerateServices {
  generations?: GenerationService | undefined
}

export const noPlan = (): Envelope<never> =>
  fail('no_plan', 'There is no plan to work on.', {
    hint: 'Name it by documentId, as listGenerations has it.',
  })

export const noService = (): Envelope<never> =>
  fail('unavailable', 'Sites are not generated here.', { hint: 'Do it in the studio.' })
