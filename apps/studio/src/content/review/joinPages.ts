import type { AnswerOf, readContentBranch } from '@atelier/api'

type BranchPage = AnswerOf<typeof readContentBranch>

/** The parts of a branch read so far. */
export type ShownBranch = Omit<BranchPage, 'next'>

/** Joins the pages of a branch; what moved to a later page meanwhile is shown once. */
export function joinPages(pages: readonly BranchPage[]): ShownBranch {
  const [first] = pages
  const conflicts = new Map(pages.flatMap((page) => page.conflicts.map((each) => [each.id, each])))
  const entries = new Map(pages.flatMap((page) => page.entries.map((each) => [each.documentId, each])))
  const { models = [], settings = [], vocabulary = [], conflictCount = 0, entryCount = 0 } = first ?? {}
  return {
    conflicts: [...conflicts.values()],
    entries: [...entries.values()],
    models,
    settings,
    vocabulary,
    conflictCount,
    entryCount,
  }
}
