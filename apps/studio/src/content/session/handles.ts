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
  entries: Type.Array(
    Type.Object({ id: Type.String(), settled: Type.Boolean(), held: Type.Optional(Type.Literal(true)) }),
  ),
  warnings: Type.Optional(Type.Array(Type.Object({ code: Type.String() }))),
})
export type WrittenEntries = Static<typeof Entries>

const History = Type.Object({
  changes: Type.Array(
    Type.Object({
      seq: Type.Integer(),
      at: Type.String(),
      by: Type.Object({
        kind: Type.Enum(['hand', 'agent']),
        userId: Type.String(),
        runId: Type.Optional(Type.String()),
      }),
      label: Type.Optional(Type.String()),
      changeSetId: Type.Optional(Type.String()),
      fields: Type.Array(
        Type.Object({
          locale: Type.String(),
          field: Type.String(),
          before: Type.Optional(Type.Unknown()),
          after: Type.Optional(Type.Unknown()),
        }),
      ),
    }),
  ),
  more: Type.Boolean(),
})

const LostReferences = Type.Object({
  total: Type.Integer(),
  lost: Type.Array(
    Type.Object({
      model: Type.String(),
      entry: Type.String(),
      title: Type.String(),
      locale: Type.String(),
      field: Type.String(),
      target: Type.Object({ model: Type.String(), id: Type.String() }),
    }),
  ),
})

export type HistoryChange = Static<typeof History>['changes'][number]

const Bin = Type.Object({
  entries: Type.Array(
    Type.Object({
      documentId: Type.String(),
      model: Type.String(),
      id: Type.String(),
      title: Type.String(),
      deletedAt: Type.String(),
      erasedAt: Type.String(),
      by: Type.Object({ userId: Type.String() }),
      source: Type.String(),
    }),
  ),
  total: Type.Integer(),
})
export type BinnedEntry = Static<typeof Bin>['entries'][number]

const Comment = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['comment', 'request']),
  locale: Type.Optional(Type.String()),
  field: Type.Optional(Type.String()),
  text: Type.String(),
  author: Type.String(),
  at: Type.String(),
  resolved: Type.Boolean(),
})
export type ContentComment = Static<typeof Comment>
const Told = Type.Object({ id: Type.String(), told: Type.Integer() })
const Notes = Type.Object({
  notes: Type.Array(
    Type.Object({
      comment: Comment,
      seen: Type.Boolean(),
      model: Type.Optional(Type.String()),
      entryId: Type.Optional(Type.String()),
      branchId: Type.Optional(Type.String()),
      title: Type.String(),
    }),
  ),
  unseen: Type.Integer(),
})
export type ContentNote = Static<typeof Notes>['notes'][number]

const Waiting = Type.Object({
  waiting: Type.Array(
    Type.Object({
      model: Type.String(),
      id: Type.String(),
      title: Type.String(),
      locale: Type.String(),
      by: Type.Array(Type.String()),
      at: Type.String(),
      words: Type.Integer(),
    }),
  ),
  total: Type.Integer(),
})
export type WaitingEdit = Static<typeof Waiting>['waiting'][number]

const Submissions = Type.Object({
  submissions: Type.Array(
    Type.Object({
      id: Type.String(),
      model: Type.String(),
      locale: Type.String(),
      data: Type.Record(Type.String(), Type.Unknown()),
      createdAt: Type.Number(),
      entryId: Type.Optional(Type.String()),
    }),
  ),
  total: Type.Number(),
})

const Form = Type.Object({
  open: Type.Boolean(),
  fields: Type.Array(Type.String()),
  required: Type.Array(Type.String()),
  labels: Type.Optional(Type.Record(Type.String(), Type.String())),
  known: Type.Array(Type.String()),
  locale: Type.String(),
  message: Type.Optional(Type.String()),
  next: Type.Optional(Type.String()),
  perMinute: Type.Integer(),
  perMonth: Type.Integer(),
  html: Type.String(),
})
export type FormSettings = Static<typeof Form>

const Approved = Type.Object({ merged: Type.Boolean(), entryId: Type.String() })

const People = Type.Object({ users: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) })

const SavedModel = Type.Object({
  merged: Type.Boolean(),
  affected: Type.Object({ entries: Type.Integer(), migrated: Type.Integer() }),
  left: Type.Optional(Type.Integer()),
})

const ModelPreview = Type.Object({
  entries: Type.Integer(),
  breaks: Type.Array(
    Type.Object({
      field: Type.String(),
      what: Type.String(),
      count: Type.Integer(),
      convertible: Type.Integer(),
      default: Type.Boolean(),
      required: Type.Boolean(),
    }),
  ),
  findings: Type.Array(
    Type.Object({
      severity: Type.Enum(['error', 'warning']),
      message: Type.String(),
      field: Type.Optional(Type.String()),
      hint: Type.Optional(Type.String()),
    }),
  ),
})
export type ModelPreview = Static<typeof ModelPreview>

const DeletedModel = Type.Object({ deleted: Type.Boolean(), entries: Type.Integer(), left: Type.Integer() })

const RemovedLocale = Type.Object({ removed: Type.Boolean(), entries: Type.Integer(), left: Type.Integer() })

const Settings = Type.Object({
  settings: Type.Object({
    workflow: Type.String(),
    release: Type.Enum(['hand', 'change']),
    publishEdits: Type.Enum(['wait', 'atOnce']),
    branchWarnLimit: Type.Integer(),
    branchBlockLimit: Type.Integer(),
    branchRetention: Type.Integer(),
  }),
  note: Type.Optional(Type.String()),
})

export type UntranslatedWork = Static<typeof Untranslated>
const Untranslated = Type.Object({
  totals: Type.Object({
    entries: Type.Integer(),
    fields: Type.Integer(),
    words: Type.Integer(),
    characters: Type.Integer(),
  }),
  skipped: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), reason: Type.String() })),
  skippedTotal: Type.Integer(),
})

const SitePages = Type.Object({
  documents: Type.Array(
    Type.Object({
      document: Type.Object({ type: Type.String(), id: Type.String() }),
      title: Type.String(),
      slug: Type.Optional(Type.String()),
    }),
  ),
})

const LibraryAsset = Type.Object({ id: Type.String(), filename: Type.String(), path: Type.String() })

/** The pages of the site, to which links lead. */
export const listSitePages: ContentHandle<Record<string, never>, Static<typeof SitePages>> = {
  id: 'site.list_documents',
  reads: SitePages,
}

/** The operations that the media library calls: they act on the site, to which its files belong. */
export const mediaOperations = {
  fetchMedia: { id: 'content.upload_media', reads: LibraryAsset } as ContentHandle<
    { url: string },
    Static<typeof LibraryAsset>
  >,
  describeMedia: { id: 'content.update_media', reads: LibraryAsset } as ContentHandle<
    { assetId: string; alt?: Record<string, string>; tags?: string[]; focal?: { x: number; y: number } },
    Static<typeof LibraryAsset>
  >,
  deleteMedia: { id: 'content.delete_media', reads: Anything } as ContentHandle<{ assetId: string }, unknown>,
  /** Shows another file wherever pages, styles and settings use one. */
  replaceMedia: { id: 'site.replaceMedia', reads: Anything } as ContentHandle<
    { mediaId: string; withMediaId: string },
    unknown
  >,
  /** Another name, by which people know a file. */
  renameMedia: { id: 'site.updateMedia', reads: Anything } as ContentHandle<{ mediaId: string; name: string }, unknown>,
} as const

/** The operations on content that the studio calls. */
export const operations = {
  listUntranslated: server('content.listUntranslated', Untranslated),
  initProject: server('content.init_project', Anything),
  saveModel: server('content.save_model', SavedModel),
  previewModel: server('content.previewModel', ModelPreview),
  deleteModel: server('content.delete_model', DeletedModel),
  setRoute: server('content.setRoute', Anything),
  saveFieldLayout: server('content.saveFieldLayout', Anything),
  shareFields: server('content.shareFields', Type.Object({ left: Type.Optional(Type.Integer()) })),
  shareModel: server('content.shareModel', Anything),
  vocabulary: server('content.vocabulary', Anything),
  addLocale: server('content.add_locale', Anything),
  removeLocale: server('content.removeLocale', RemovedLocale),
  saveSettings: server('content.saveSettings', Settings),
  saveContent: server('content.save_content', Entries),
  deleteContent: server('content.delete_content', Entries),
  duplicateEntry: server('content.duplicateEntry', Entries),
  renameEntry: server('content.renameEntry', Entries),
  updateStatus: server('content.update_status', Entries),
  copyLocale: server('content.copy_locale', Entries),
  orderEntries: server('content.orderEntries', Entries),
  entryHistory: server('content.entryHistory', History),
  listLostReferences: server('content.listLostReferences', LostReferences),
  fixContent: server(
    'content.fixContent',
    Type.Object({ warnings: Type.Array(Type.Object({ message: Type.String() })) }),
  ),
  listWaiting: server('content.listWaiting', Waiting),
  listComments: server('content.listComments', Type.Object({ comments: Type.Array(Comment) })),
  addComment: server('content.addComment', Told),
  resolveComment: server('content.resolveComment', Type.Object({ resolved: Type.Boolean() })),
  requestChanges: server('content.requestChanges', Told),
  listNotes: server('content.listNotes', Notes),
  markNotesSeen: server('content.markNotesSeen', Type.Object({ seen: Type.Integer() })),
  takeBackChange: server('content.takeBackChange', Entries),
  listBin: server('content.listBin', Bin),
  restoreEntry: server('content.restoreEntry', Entries),
  eraseEntries: server('content.eraseEntries', Type.Object({ erased: Type.Integer() })),
  restoreFields: server('content.restoreFields', Entries),
  editField: server('content.editField', Entries),
  listSubmissions: server('content.list_submissions', Submissions),
  approveSubmission: server('content.approve_submission', Approved),
  rejectSubmission: server('content.reject_submission', Anything),
  reopenSubmission: server('content.reopenSubmission', Anything),
  readForm: server('content.readForm', Form),
  saveForm: server('content.saveForm', Form),
  listUsers: server('content.list_users', People),
  saveList: server('content.saveList', Anything),
  mergeBranch: server('content.merge_branch', Anything),
  rejectBranch: server('content.reject_branch', Anything),
  scheduleBranch: server('content.scheduleBranch', Anything),
} as const

const EntryPages = Type.Object({
  listPageId: Type.Optional(Type.String()),
  templateId: Type.Optional(Type.String()),
  address: Type.String(),
})

/** Makes the pages that show the entries of a model. */
export const addEntryPages: ContentHandle<{ model: string }, Static<typeof EntryPages>> = {
  id: 'site.addEntryPages',
  reads: EntryPages,
}

const FoundIcons = Type.Object({
  results: Type.Array(
    Type.Object({ icons: Type.Array(Type.Object({ name: Type.String(), set: Type.String(), svg: Type.String() })) }),
  ),
})

/** Finds icons of four sets by what is drawn; the search is the site's. */
export const searchIcons: ContentHandle<
  { queries: { query: string; count: number; style: 'outline' | 'solid' }[] },
  Static<typeof FoundIcons>
> = { id: 'site.searchIcons', reads: FoundIcons }
