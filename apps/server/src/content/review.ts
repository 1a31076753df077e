import type { AnswerOf, readContentBranch } from '@atelier/api'
import { type Conflict, type ContentStore, conflictsNow, diffBranch, openOverview, pageOf } from '@atelier/content'
import type { Documents } from '@atelier/documents'

/** Characters of one page at about which it ends; a value that is longer is whole too. */
const ROOM = 500_000

interface ReviewServices {
  documents: Pick<Documents, 'open'>
  content: Pick<ContentStore, 'state' | 'reader'>
}

/** What a screen of review shows of a branch: every value and every conflict, whole. */
export function createContentReview({ documents, content }: ReviewServices) {
  return {
    /**
     * A page from `offset` on: first come the conflicts, then the entries.
     * @returns undefined if there is no such branch
     */
    async read(
      projectId: string,
      branchId: string,
      offset: number,
    ): Promise<AnswerOf<typeof readContentBranch> | undefined> {
      const { documentId, branches } = await content.state(projectId)
      const branch = branches.find(({ id }) => id === branchId)
      const view = branch && (await documents.open(branch.id))?.view
      if (!view) return undefined
      const drafts = { open: async (id: string) => (await documents.open(id))?.view }
      const overview = await openOverview(view, drafts, documentId)
      const conflicts =
        branch.state === 'open'
          ? await conflictsNow({ branches: { drafts, reader: content.reader(projectId) } }, view, overview)
          : []
      const { entries, models, settings, vocabulary } = diffBranch(overview)
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
