import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { contentKey, contentQuery, entriesKey, nextContentChanges, repositoryQuery } from '../../api/content.ts'
import { followChanges } from '../../api/followContent.ts'
import { rehearsalsQuery } from '../../api/index.ts'

/** Reads again what others change, from the number of the first change that is not shown. */
export function useFollow(projectId: string, seq: number | undefined): void {
  const queries = useQueryClient()
  const isKnown = seq !== undefined
  useEffect(() => {
    if (!isKnown) return
    return followChanges({
      after: queries.getQueryData(contentQuery(projectId).queryKey)?.seq ?? 0,
      next: (after, signal) => nextContentChanges(projectId, after, signal),
      onChange: ({ affected }) => {
        const again = (queryKey: readonly string[]) => void queries.invalidateQueries({ queryKey })
        if (affected.snapshotChanged) {
          // The agent's suggestions depend on the set-up.
          again(rehearsalsQuery('content', projectId).queryKey)
          return again(contentKey(projectId))
        }
        again(contentQuery(projectId).queryKey)
        // Edits that wait for a review are shown in the entries of their authors.
        if (affected.branchesChanged) again(entriesKey(projectId))
        else for (const model of affected.models) again(entriesKey(projectId, model))
        // The state before, and the conflicts, change with the content as well as with the branch.
        again([...contentKey(projectId), 'branch'])
        // A change is written to the repository next.
        again(repositoryQuery(projectId).queryKey)
      },
    })
  }, [queries, projectId, isKnown])
}
