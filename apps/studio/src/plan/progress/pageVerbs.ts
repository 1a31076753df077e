import type { PartStatus } from '@atelier/generate/plan'

/** The actions on a page. */
export function pageVerbs(
  { state, runId, problems = [] }: Pick<PartStatus, 'state' | 'runId' | 'problems'>,
  { readsOnly, undone }: { readsOnly: boolean; undone: boolean },
): { adopt: boolean; discard: boolean; retry: boolean; mend: boolean } {
  const may = !readsOnly && !undone && runId !== undefined
  const isOver = state !== 'writing' && state !== 'waiting'
  return {
    adopt: may && state === 'stands',
    discard: may && (state === 'stands' || state === 'adopted' || state === 'writing'),
    retry: may && isOver && state !== 'adopted',
    mend: may && problems.length > 0 && (state === 'stands' || state === 'adopted'),
  }
}
