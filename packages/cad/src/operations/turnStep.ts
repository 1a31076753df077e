import { undoPatches } from '@atelier/documents'
import { type Envelope, fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { partType } from '../document/partType.ts'
import { type Written, writePart } from './write.ts'

const MOST_KEPT = 40

/** The fields that undo and redo add to those of a write. */
export const turnedOutput = {
  /** Keys that stay, since others have changed them or build on them. */
  kept: Type.Array(Type.Object({ key: Type.String(), reason: Type.String() })),
}

type Kept = { key: string; reason: string }[]

/**
 * Takes back the last step of this run, or of this caller, that still counts, or makes it again.
 * @param answer makes the answer from the name of what the step did
 */
export async function takeBack<Data extends object>(
  context: PartContext,
  input: { allowErrors?: boolean },
  to: 'undo' | 'redo',
  answer: (action: string, kept: Kept) => Data,
): Promise<Envelope<Data & Written>> {
  const { steps, draft } = context
  const step = (to === 'undo' ? steps.done : steps.undone).at(-1)
  if (!step)
    return fail(
      to === 'undo' ? 'nothing_to_undo' : 'nothing_to_redo',
      to === 'undo' ? 'This run has changed nothing here that could be taken back.' : 'Nothing was taken back.',
      { hint: 'getModelContext tells what the part is made of.' },
    )
  const { patches, kept } = undoPatches(draft, step.patches, { guard: partType.undoGuard })
  return writePart(context, input, () => {
    for (const { key, after } of patches) {
      if (after === undefined) draft.delete(key)
      else draft.set(key, after)
    }
    steps.turned(to)
    return answer(step.action, kept.slice(0, MOST_KEPT))
  })
}
