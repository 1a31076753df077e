import type { Documents } from '@atelier/documents'
import {
  BRAND_PROBLEM_KEY,
  BRAND_WISH_KEY,
  BrandWish,
  brandIn,
  type FileCall,
  type GenerationRow,
} from '@atelier/generate'
import { Value } from 'typebox/value'
import type { Executors } from '../operations/executors.ts'
import type { Scopes } from '../operations/scopes.ts'

/** Takes the brand that a plan is to begin with, once; what went wrong is kept in the plan as a sentence. */
export type TakeBrand = (row: GenerationRow, by: FileCall) => Promise<void>

export function createTakeBrand({
  scopes,
  executors,
  documents,
}: {
  scopes: Scopes
  executors: Executors
  documents: Documents
}): TakeBrand {
  return async (row, by) => {
    const plan = await documents.inProject(row.project_id).open(row.document_id)
    const wish = plan?.get(BRAND_WISH_KEY)
    if (!plan || !Value.Check(BrandWish, wish) || brandIn(plan) || plan.get(BRAND_PROBLEM_KEY) !== undefined) return
    const { mediaId, address } = wish
    const [name, input] =
      mediaId === undefined
        ? (['takeBrandOfSite', { address: address ?? '' }] as const)
        : (['takeBrandOfPicture', { mediaId }] as const)
    const operation = scopes.bound(`generate.${name}`)
    if (!operation) throw new Error(`There is no operation generate.${name}`)
    const outcome = await executors.execute({
      project: by.project,
      operation,
      input,
      actor: { kind: 'hand', userId: by.userId },
      capabilities: by.capabilities,
      focus: { documentId: row.document_id },
      picture: false,
      signal: new AbortController().signal,
      changeSetId: `${row.id}-brand`,
    })
    const problem = outcome.ok ? (outcome.result.ok ? undefined : outcome.result.error?.message) : outcome.message
    if (problem === undefined) return
    await documents.transact({
      projectId: row.project_id,
      origin: { kind: 'hand', userId: 'system' },
      body: async (drafts) => {
        ;(await drafts.open(row.document_id))?.set(BRAND_PROBLEM_KEY, problem)
        return { result: null, commit: true }
      },
    })
  }
}
