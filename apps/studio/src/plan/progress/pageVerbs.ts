import type { PartStatus } from '@atelier/generate/plan'

/** The actions on a page. */
export function pageVerbs(
  { state, runId }: Pick<PartStatus, 'state' | 'runId'>,
  { readsOnly, undone }: { readsOnly: boolean; undone: boolean },
): { adopt: boolean; discard: boolean; retry: boolean } {
  const may = !readsOnly && !undone && runId !== undefined
  const isOver = state !== 'writing' && state !== 'waiting'
  return {
    adopt: may && state === 'stands',
    discard: may && (state === 'stands' || state === 'adopted' || state === 'writing'),
    retry: may && isOver && state !== 'adopted',
  }
}
