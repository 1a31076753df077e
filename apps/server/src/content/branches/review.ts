import type { AnswerOf, readContentBranch } from '@atelier/api'
import {
  type BranchDiff,
  type Conflict,
  type ContentStore,
  conflictsNow,
  createKept,
  diffBranch,
  type ListedBranch,
  openOverview,
  pageOf,
  seesAllOf,
} from '@atelier/content'
import type { ProjectViews, View } from '@atelier/documents'
import type { Restriction } from '@atelier/operation'

/** Characters of one page at about which it ends; a value that is longer is whole too. */
const ROOM = 500_000
/** Branches whose review is kept for its further pages. */
const MOST_KEPT = 4

interface ReviewServices {
  documents: { inProject(projectId: string): ProjectViews }
  content: Pick<ContentStore, 'state' | 'reader'>
  contentChanges: { seq(projectId: string): Promise<number> }
}

/** All that merging a branch would change, and ask. */
interface Review extends BranchDiff {
  conflicts: Conflict[]
}

/** The data that a review's screen shows of a branch: every value and every conflict, whole. */
export function createContentReview({ documents, content, contentChanges }: ReviewServices) {
  const reviewOf = createKept<Review>(MOST_KEPT, Date.now)

  async function makeReview(
    projectId: string,
    branch: ListedBranch,
    view: View,
    contentDocumentId: string | undefined,
  ): Promise<Review> {
    const drafts = documents.inProject(projectId)
    const overview = await openOverview(view, drafts, contentDocumentId)
    const isOpen = branch.state === 'open'
    const merging = { branches: { drafts, reader: content.reader(projectId) } }
    const conflicts = isOpen ? await conflictsNow(merging, view, overview) : []
    return { conflicts, ...diffBranch(overview) }
  }

  return {
    /**
     * A page from `offset` on: first come the conflicts, then the entries.
     * @returns undefined if there is no such branch, or if the caller may not see all that it changes
     */
    async read(
      projectId: string,
      branchId: string,
      offset: number,
      restriction?: Restriction,
    ): Promise<AnswerOf<typeof readContentBranch> | undefined> {
      // Read first: what changes while the rest is read makes the review an old one.
      const seq = await contentChanges.seq(projectId)
      const { documentId, branches } = await content.state(projectId)
      const branch = branches.find(({ id }) => id === branchId)
      const drafts = documents.inProject(projectId)
      const view = branch && (await drafts.open(branch.id))
      if (!view) return undefined
      const limited = { contentDocumentId: documentId, restriction }
      if (!(await seesAllOf(limited, { branches: { drafts }, branch }))) return undefined
      const { conflicts, entries, models, settings, vocabulary } = await reviewOf(`${projectId}/${branchId}`, seq, () =>
        makeReview(projectId, branch, view, documentId),
      )
      const all = [...conflicts.map((conflict) => ({ conflict })), ...entries.map((entry) => ({ entry }))]
      const page = pageOf(all, { start: offset, limit: 50, room: ROOM }, (item) => item)
      const about = offset === 0 ? { models, settings, vocabulary } : { models: [], settings: [], vocabulary: [] }
      return {
        conflictCount: conflicts.length,
        entryCount: entries.length,
        conflicts: page.items.flatMap((item) => ('conflict' in item ? shownConflict(item.conflict) : [])),
        entries: page.items.flatMap((item) => ('entry' in item ? item.entry : [])),
        ...about,
        ...(page.next === undefined ? {} : { next: page.next }),
      }
    },
  }
}

/** Without the names of its document and its key there. */
const shownConflict = ({ documentId: _, key: _key, ...conflict }: Conflict) => conflict
