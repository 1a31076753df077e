import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '../../api/client.ts'
import { contentKey } from '../../api/content.ts'
import { callOperation } from '../session/contentSession.ts'
import { type BranchChanges, operations } from '../session/handles.ts'

/** Pages of entries that are read of one branch; of a larger one the first are shown. */
const MOST_PAGES = 20

/** What a branch would change, as far as it is shown. */
export interface ShownBranch extends Required<Omit<BranchChanges, 'cursor' | 'moreConflicts'>> {
  moreConflicts: number
  /** There are entries beyond those that were read. */
  isCut: boolean
}

export const branchQuery = (projectId: string, branch: string) =>
  queryOptions({
    queryKey: [...contentKey(projectId), 'branch', branch],
    queryFn: () => readBranch((cursor) => readPage(projectId, branch, cursor)),
  })

const readPage = async (projectId: string, branch: string, cursor: string | undefined): Promise<BranchChanges> => {
  const input = { branch, limit: 50, ...(cursor === undefined ? {} : { cursor }) }
  return (await unwrap(callOperation(projectId, operations.listBranches, input))).data
}

/** Joins the pages of what a branch changes. */
export async function readBranch(
  read: (cursor: string | undefined) => Promise<BranchChanges>,
  most = MOST_PAGES,
): Promise<ShownBranch> {
  const first = await read(undefined)
  const entries = [...(first.entries ?? [])]
  let { cursor } = first
  for (let pages = 1; cursor !== undefined && pages < most; pages++) {
    const next = await read(cursor)
    entries.push(...(next.entries ?? []))
    cursor = next.cursor
  }
  const { models = [], settings = [], vocabulary = [], conflicts = [], moreConflicts = 0 } = first
  return { entries, models, settings, vocabulary, conflicts, moreConflicts, isCut: cursor !== undefined }
}
