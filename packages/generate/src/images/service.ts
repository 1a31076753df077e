import type { FoundImage, ImageAnswer } from '@atelier/site'
import { ServiceTrouble } from './request.ts'

/**
 * The answer to a query from steps that each make one picture: those that fail are named beside the others.
 * @param list returns the steps; nothing is found if it throws a ServiceTrouble
 */
export async function answerOf(list: () => Promise<(() => Promise<FoundImage>)[]>): Promise<ImageAnswer> {
  try {
    const settled = await Promise.allSettled((await list()).map((step) => step()))
    const images = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const failed = settled.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []))
    for (const reason of failed) if (!(reason instanceof ServiceTrouble)) throw reason
    const [first] = failed
    if (images.length === 0 && first instanceof ServiceTrouble) throw first
    const warnings = [...new Set(failed.flatMap((each) => (each instanceof ServiceTrouble ? [each.message] : [])))]
    return { ok: true, images, ...(warnings.length > 0 ? { warnings } : {}) }
  } catch (error) {
    if (error instanceof ServiceTrouble) return { ok: false, problem: error.message, hint: error.hint }
    throw error
  }
}
