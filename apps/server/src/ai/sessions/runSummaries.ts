import type { RunSummary } from '@atelier/api'
import type { ChangeLine, Documents } from '@atelier/documents'

/** Returns how much each of some runs changed. */
export function createRunSummaries(
  documents: Pick<Documents, 'changes' | 'describe'>,
): (runIds: readonly string[]) => Promise<RunSummary[]> {
  return async (runIds) => {
    const summaries: RunSummary[] = []
    for (const runId of runIds) {
      const changes = await documents.changes(runId)
      const described = changes ? documents.describe(changes.documents) : []
      const counts = countLines(described.flatMap(({ lines }) => lines))
      summaries.push({ runId, state: changes?.state ?? 'applied', documents: described.length, counts })
    }
    return summaries
  }
}

/** Counts lines of one kind about one kind of thing, in the order in which they first occur. */
export function countLines(lines: readonly Pick<ChangeLine, 'what' | 'kind'>[]): RunSummary['counts'] {
  const counts = new Map<string, RunSummary['counts'][number]>()
  for (const { what, kind } of lines) {
    const known = counts.get(`${kind} ${what}`)
    if (known) known.count += 1
    else counts.set(`${kind} ${what}`, { what, kind, count: 1 })
  }
  return [...counts.values()]
}
