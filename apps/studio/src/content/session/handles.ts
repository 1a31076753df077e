import type { ContentOperation } from '@atelier/content'
import type { OperationHandle } from '@atelier/operation'
import { type Static, type TSchema, Type } from 'typebox'

/** An operation that the server runs: what is read of its answer is checked when it arrives. */
export interface ContentHandle<Input = unknown, Output = unknown> extends OperationHandle<Input, Output> {
  readonly reads: TSchema
}

type Of<Id> = Extract<ContentOperation, { readonly id: Id }>

/** @param reads the part of the output that the studio uses; the type checker holds it against the operation's own */
function server<Id extends ContentOperation['id'], Reads extends TSchema>(
  id: Id,
  reads: Static<Of<Id>['output']> extends Static<Reads> ? Reads : never,
): ContentHandle<Static<Of<Id>['input']>, Static<Reads>> {
  return { id, reads }
}

const Anything = Type.Unknown()

/** Where entries were written, and whether they can be shown now. */
const Entries = Type.Object({
  merged: Type.Boolean(),
  branch: Type.Optional(Type.String()),
  entries: Type.Array(Type.Object({ id: Type.String(), settled: Type.Boolean() })),
})
export type WrittenEntries = Static<typeof Entries>

const sides = { before: Type.Optional(Anything), after: Type.Optional(Anything) }

/** What a branch would change in one entry. */
const EntryChanges = Type.Object({
  model: Type.String(),
  entry: Type.String(),
  title: Type.String(),
  change: Type.String(),
  values: Type.Array(
    Type.Object({
      locale: Type.String(),
      field: Type.String(),
      ...sides,
      paragraphs: Type.Optional(Type.Array(Type.Object(sides))),
    }),
  ),
  /** Values that are not among them. */
  more: Type.Optional(Type.Integer()),
})
export type EntryChanges = Static<typeof EntryChanges>

const ModelChanges = Type.Object({
  model: Type.String(),
  change: Type.String(),
  properties: Type.Array(Type.Object({ property: Type.String(), ...sides })),
  fields: Type.Array(Type.Object({ field: Type.String(), change: Type.String() })),
})
export type ModelChanges = Static<typeof ModelChanges>

/** A value that was changed on both sides: ours is the branch's, theirs the content's. */
const BranchConflict = Type.Object({
  id: Type.String(),
  model: Type.String(),
  entry: Type.String(),
  locale: Type.String(),
  field: Type.String(),
  base: Type.Optional(Anything),
  ours: Type.Optional(Anything),
  theirs: Type.Optional(Anything),
})
export type BranchConflict = Static<typeof BranchConflict>

/** One page of what a branch would change. */
const BranchChanges = Type.Object({
  cursor: Type.Optional(Type.String()),
  entries: Type.Optional(Type.Array(EntryChanges)),
  models: Type.Optional(Type.Array(ModelChanges)),
  settings: Type.Optional(Type.Array(Type.Object({ property: Type.String(), ...sides }))),
  vocabulary: Type.Optional(Type.Array(Type.Object({ term: Type.String(), locale: Type.String(), ...sides }))),
  conflicts: Type.Optional(Type.Array(BranchConflict)),
  moreConflicts: Type.Optional(Type.Integer()),
})
export type BranchChanges = Static<typeof BranchChanges>

/** The operations on content that the studio calls. */
export const operations = {
  initProject: server('content.init_project', Anything),
  saveModel: server('content.save_model', Anything),
  saveContent: server('content.save_content', Entries),
  deleteContent: server('content.delete_content', Entries),
  updateStatus: server('content.update_status', Entries),
  listBranches: server('content.list_branches', BranchChanges),
  mergeBranch: server('content.merge_branch', Anything),
  rejectBranch: server('content.reject_branch', Anything),
} as const
