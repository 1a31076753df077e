import { type Static, Type } from 'typebox'
import { route } from './route.ts'

/** The changed content of a project. */
export const ContentAffected = Type.Object({
  /** The ids of models whose entries are other ones. */
  models: Type.Array(Type.String()),
  locales: Type.Array(Type.String()),
  /** Models, settings or the vocabulary are other ones. */
  snapshotChanged: Type.Boolean(),
  branchesChanged: Type.Boolean(),
})
export type ContentAffected = Static<typeof ContentAffected>

export const readContentChanges = route({
  method: 'GET',
  path: '/api/projects/:id/content/changes',
  summary:
    'Returns what of the content was changed after a number; with `wait`, once something was, or after 25 seconds',
  who: { project: 'document.read' },
  request: {
    query: Type.Object({
      after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
      wait: Type.Optional(Type.Literal('1')),
    }),
  },
  staysOpen: true,
  response: Type.Object({
    /** The number of the last change; 0 before the first one. */
    seq: Type.Integer(),
    /** For all changes after the given number together. */
    affected: ContentAffected,
  }),
})

/** A field of a model as its model file describes it; of the type `object` or `array` with what is inside of it. */
export const ContentField = Type.Object({
  name: Type.String(),
  /** One of the types of content, such as `string` or `relation`. */
  type: Type.String(),
  label: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  required: Type.Optional(Type.Boolean()),
  unique: Type.Optional(Type.Boolean()),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  /** The options of a `select`. */
  options: Type.Optional(Type.Array(Type.String())),
  /** The models of a relation: the ids of the models whose entries it may name. */
  models: Type.Optional(Type.Array(Type.String())),
})
export type ContentField = Static<typeof ContentField>

/** Where a form shows a field, and while another field has one of some values; any value if it names none. */
export const ContentFieldLayout = Type.Object({
  section: Type.Optional(Type.String()),
  tab: Type.Optional(Type.String()),
  placeholder: Type.Optional(Type.String()),
  when: Type.Optional(Type.Object({ field: Type.String(), is: Type.Array(Type.Unknown()) })),
})
export type ContentFieldLayout = Static<typeof ContentFieldLayout>

/** How a list of entries is shown: by whom it was saved, or as an address asks for it. */
export const ContentListView = Type.Object({
  /** Names of fields, in the order in which they are shown. */
  columns: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 })),
  /** A field, or one of `title`, `status`, `updated_at`, `created_at`, `publish_at`; with `-` before it the last first. */
  sort: Type.Optional(Type.String({ maxLength: 200 })),
  /** The default locale's if absent. */
  locale: Type.Optional(Type.String({ maxLength: 20 })),
  status: Type.Optional(Type.String({ maxLength: 20 })),
  state: Type.Optional(Type.Enum(['changed', 'incomplete', 'scheduled', 'stale', 'untranslated', 'waits'])),
  /** Conditions by field, as `get_content` takes them. */
  where: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Type.Unknown())),
  search: Type.Optional(Type.String({ maxLength: 200 })),
})
export type ContentListView = Static<typeof ContentListView>

export const ContentModel = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Enum(['singleton', 'collection', 'document', 'dictionary']),
  domain: Type.String(),
  description: Type.Optional(Type.String()),
  /** In the order of the project; `*` alone where entries have no locales. */
  locales: Type.Array(Type.String()),
  /** The folder of its files, where it is not that of its domain, and how they are laid out by locale. */
  contentPath: Type.Optional(Type.String()),
  localeStrategy: Type.Optional(Type.String()),
  /** Where its entries have pages on the site: `blog` for `/blog/<slug>/`. */
  route: Type.Optional(Type.String()),
  /** Whether everybody may read what is published of it. */
  public: Type.Optional(Type.Boolean()),
  /** The name of the field whose value names an entry. */
  titleField: Type.Optional(Type.String()),
  fields: Type.Array(
    Type.Object({
      ...ContentField.properties,
      /** All that the model file says of it. */
      definition: Type.Record(Type.String(), Type.Unknown()),
      /** How a form shows it. */
      layout: Type.Optional(ContentFieldLayout),
      /** It has one value for all languages. */
      shared: Type.Optional(Type.Boolean()),
      /** It is proposed to have one, since its values are most often the same. */
      likelyShared: Type.Optional(Type.Boolean()),
      /** The model file does not name it: the text of a document. */
      implied: Type.Optional(Type.Boolean()),
    }),
  ),
  /** The model file's definition of the field `slug` of a document, which holds no value: it is the id of an entry. */
  slug: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** The field that holds the place of an entry among the others, where it has one. */
  orderField: Type.Optional(Type.String()),
  /** The views of its list that were saved for everyone in the project, by name. */
  lists: Type.Array(Type.Object({ name: Type.String(), view: ContentListView })),
  /** The form by which visitors send entries, where the model has one. */
  form: Type.Optional(
    Type.Object({
      open: Type.Boolean(),
      /** Where it is sent, on the site. */
      action: Type.String(),
      /** The name of the input that has to stay empty. */
      honeypot: Type.String(),
      /** The whole form, for a page. */
      html: Type.String(),
      /** Its fields, each with its part of the HTML. */
      fields: Type.Array(Type.Object({ name: Type.String(), label: Type.String(), html: Type.String() })),
    }),
  ),
  /** How many entries there are. */
  count: Type.Integer(),
})
export type ContentModel = Static<typeof ContentModel>

/** Changes that wait for a review, or were decided on. */
export const ContentBranch = Type.Object({
  id: Type.String(),
  /** `cr/…`, which operations take. */
  name: Type.String(),
  title: Type.String(),
  state: Type.Enum(['open', 'merged', 'rejected']),
  /** How many values it changes. */
  changes: Type.Integer(),
  /** The name of the user. */
  createdBy: Type.Optional(Type.String()),
  /** The name of the person who merged or rejected it. */
  closedBy: Type.Optional(Type.String()),
  /** When it is merged by itself, in epoch milliseconds. */
  mergeAt: Type.Optional(Type.Number()),
  /** When it would have been merged, had it not been changed after that was set, in epoch milliseconds. */
  scheduleEnded: Type.Optional(Type.Number()),
  /** Epoch milliseconds. */
  updatedAt: Type.Number(),
})
export type ContentBranch = Static<typeof ContentBranch>

/**
 * The content with a branch laid over it, as it would be, were that merged: the id of an open branch, or `own` for the one
 * that the caller's edits go to, if they wait for a review. Without one that is open it is the content as it is.
 */
const branch = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }))

export const readContent = route({
  method: 'GET',
  path: '/api/projects/:id/content',
  summary: 'Returns the models of a project, how many entries each has, and the branches',
  who: { project: 'document.read' },
  request: { query: Type.Object({ branch }) },
  response: Type.Object({
    phase: Type.Enum(['uninitialized', 'init_pending', 'active', 'error']),
    /** The reason that blocks writing, in the phase `error`. */
    error: Type.Optional(Type.String()),
    /** The number of the last change that this shows; 0 before the first one. */
    seq: Type.Integer(),
    workflow: Type.Enum(['auto-merge', 'review']),
    /** Absent until the content is set up. */
    locales: Type.Optional(Type.Object({ default: Type.String(), supported: Type.Array(Type.String()) })),
    models: Type.Array(ContentModel),
    /** Those that are open, and then the last ones that are not. */
    branches: Type.Array(ContentBranch),
  }),
})

export const readContentVocabulary = route({
  method: 'GET',
  path: '/api/projects/:id/content/vocabulary',
  summary: 'Returns the terms of a project in each of its locales',
  who: { project: 'document.read' },
  request: { query: Type.Object({ branch }) },
  response: Type.Object({
    /** In the order of their keys. */
    terms: Type.Array(Type.Object({ key: Type.String(), texts: Type.Record(Type.String(), Type.String()) })),
  }),
})

/** The state of one locale of an entry. */
export const ContentLocaleState = Type.Object({
  locale: Type.String(),
  status: Type.Enum(['draft', 'in_review', 'published', 'rejected', 'archived']),
  /** False where it shows the default locale's values. */
  translated: Type.Boolean(),
  /** The text that it was translated from has changed since. */
  stale: Type.Boolean(),
  /** When it begins and stops to be seen (ISO 8601), where that is set. */
  publishAt: Type.Optional(Type.String()),
  expireAt: Type.Optional(Type.String()),
  /** It is published and has newer edits, which visitors see once somebody publishes them. */
  waiting: Type.Optional(Type.Literal(true)),
  /** Its newest values are not accepted by the model: at its time those go out that were accepted last. */
  refused: Type.Optional(Type.Literal(true)),
})
export type ContentLocaleState = Static<typeof ContentLocaleState>

export const ListedContentEntry = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /** In the order of the project's locales. */
  locales: Type.Array(ContentLocaleState),
  /** How many errors keep its last edits from being shown. */
  errors: Type.Integer(),
  /** The branch changes it. */
  waits: Type.Optional(Type.Literal(true)),
  /** The requested columns, by field: texts are cut. Without those that are not set. */
  values: Type.Record(Type.String(), Type.Unknown()),
  /** Epoch milliseconds. */
  updatedAt: Type.Number(),
})
export type ListedContentEntry = Static<typeof ListedContentEntry>

export const listContentEntries = route({
  method: 'GET',
  path: '/api/projects/:id/content/models/:model/entries',
  summary:
    'Returns entries of a model with the state of their locales, 50 at a time or as many as `limit` says, the last changed first unless `sort` says otherwise',
  who: { project: 'document.read' },
  request: {
    query: Type.Object({
      /** Words of its title, its id or its text. */
      search: Type.Optional(Type.String({ maxLength: 200 })),
      offset: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
      limit: Type.Optional(Type.String({ pattern: '^(?:[1-9][0-9]?|100)$' })),
      /** As in `ContentListView`; `columns` with a comma between them, `where` as JSON. */
      sort: Type.Optional(Type.String({ maxLength: 200 })),
      columns: Type.Optional(Type.String({ maxLength: 2000 })),
      locale: Type.Optional(Type.String({ maxLength: 20 })),
      status: Type.Optional(Type.String({ maxLength: 20 })),
      state: Type.Optional(Type.Enum(['changed', 'incomplete', 'scheduled', 'stale', 'untranslated', 'waits'])),
      where: Type.Optional(Type.String({ maxLength: 4000 })),
      /** Adds the ids of all that match, at most 10,000. */
      ids: Type.Optional(Type.Literal('1')),
      branch,
    }),
  },
  response: Type.Object({
    /** How many entries match. */
    total: Type.Integer(),
    entries: Type.Array(ListedContentEntry),
    /** The titles of the entries that their values refer to, by `model/id`. */
    titles: Type.Record(Type.String(), Type.String()),
    ids: Type.Optional(Type.Array(Type.String())),
  }),
})

/** Something that is wrong with an entry, and where. */
export const ContentIssue = Type.Object({
  severity: Type.Enum(['error', 'warning']),
  code: Type.String(),
  message: Type.String(),
  hint: Type.Optional(Type.String()),
  locale: Type.Optional(Type.String()),
  /** The name of the field, with the path inside of it. */
  field: Type.Optional(Type.String()),
})
export type ContentIssue = Static<typeof ContentIssue>

export const readContentEntry = route({
  method: 'GET',
  path: '/api/projects/:id/content/models/:model/entries/:entry',
  summary: 'Returns an entry as it is edited, in all its locales, with what keeps it from being shown',
  who: { project: 'document.read' },
  request: {
    query: Type.Object({
      branch,
      /** The id of its document, by which it is found when it has been renamed. */
      document: Type.Optional(Type.String({ maxLength: 100 })),
    }),
  },
  response: Type.Object({
    id: Type.String(),
    documentId: Type.String(),
    /** The head of its document: another one whenever the entry is. */
    head: Type.Integer(),
    title: Type.String(),
    locales: Type.Array(
      Type.Object({
        ...ContentLocaleState.properties,
        /** By the name of the field, as it is edited; of a dictionary by key. */
        values: Type.Record(Type.String(), Type.Unknown()),
        /** For an outdated translation: the fields of the original that have changed, and what was translated of them. */
        changed: Type.Optional(
          Type.Array(Type.Object({ field: Type.String(), before: Type.Optional(Type.Unknown()) })),
        ),
        /** The fields that are not translated yet, and the locale whose values visitors see in their place. */
        standIns: Type.Optional(Type.Object({ locale: Type.String(), fields: Type.Array(Type.String()) })),
      }),
    ),
    issues: Type.Array(ContentIssue),
    /** The titles of the entries that its values refer to, by `model/id`. */
    titles: Type.Record(Type.String(), Type.String()),
    /** The entries that refer to it, of which the first 50 are listed. */
    usedBy: Type.Object({
      total: Type.Integer(),
      entries: Type.Array(Type.Object({ model: Type.String(), id: Type.String(), title: Type.String() })),
    }),
    /** The branch's changes of it, which wait for a review; absent if it changes nothing of it. */
    waits: Type.Optional(
      Type.Object({
        branchId: Type.String(),
        /** `status` for the state of a locale. */
        fields: Type.Array(Type.Object({ locale: Type.String(), field: Type.String() })),
      }),
    ),
    /** Epoch milliseconds. */
    updatedAt: Type.Number(),
  }),
})

const sides = { before: Type.Optional(Type.Unknown()), after: Type.Optional(Type.Unknown()) }

/** A value that the branch (`ours`) and the content (`theirs`) have changed in different ways. */
export const ContentConflict = Type.Object({
  /** Another one as soon as either side changes again. */
  id: Type.String(),
  kind: Type.Enum(['value', 'deleted_ours', 'deleted_theirs']),
  /** The entry is not there any more, so that the branch's side cannot be taken. */
  isGone: Type.Optional(Type.Literal(true)),
  model: Type.String(),
  entry: Type.String(),
  locale: Type.String(),
  field: Type.String(),
  base: Type.Optional(Type.Unknown()),
  ours: Type.Optional(Type.Unknown()),
  theirs: Type.Optional(Type.Unknown()),
})
export type ContentConflict = Static<typeof ContentConflict>

/** A branch's changes in one entry, each value whole. */
export const ContentEntryChange = Type.Object({
  model: Type.String(),
  entry: Type.String(),
  title: Type.String(),
  documentId: Type.String(),
  change: Type.Enum(['added', 'changed', 'deleted', 'restored']),
  renamedFrom: Type.Optional(Type.String()),
  values: Type.Array(
    Type.Object({
      locale: Type.String(),
      field: Type.String(),
      ...sides,
      /** For a long text, instead of the sides: each paragraph that differs. */
      paragraphs: Type.Optional(Type.Array(Type.Object(sides))),
    }),
  ),
})
export type ContentEntryChange = Static<typeof ContentEntryChange>

export const readContentBranch = route({
  method: 'GET',
  path: '/api/projects/:id/content/branches/:branch',
  summary:
    'Returns what a branch would change, each value whole, and its conflicts with the content, about 50 at a time: first the conflicts, then the entries',
  who: { project: 'document.read' },
  request: { query: Type.Object({ offset: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })) }) },
  response: Type.Object({
    /** How many conflicts there are in all. */
    conflictCount: Type.Integer(),
    /** How many entries it changes in all. */
    entryCount: Type.Integer(),
    conflicts: Type.Array(ContentConflict),
    entries: Type.Array(ContentEntryChange),
    /** Only on the first page, like all that is not about entries. */
    models: Type.Array(
      Type.Object({
        model: Type.String(),
        change: Type.String(),
        properties: Type.Array(Type.Object({ property: Type.String(), ...sides })),
        fields: Type.Array(
          Type.Object({
            field: Type.String(),
            change: Type.String(),
            renamedFrom: Type.Optional(Type.String()),
            properties: Type.Array(Type.Object({ property: Type.String(), ...sides })),
          }),
        ),
      }),
    ),
    settings: Type.Array(Type.Object({ property: Type.String(), ...sides })),
    vocabulary: Type.Array(Type.Object({ term: Type.String(), locale: Type.String(), ...sides })),
    /** The `offset` of the next page; absent on the last one. */
    next: Type.Optional(Type.Integer()),
  }),
})
