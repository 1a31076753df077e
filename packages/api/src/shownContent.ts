import { type Static, Type } from 'typebox'
import { ContentLocaleState } from './content.ts'
import { route } from './route.ts'

const Name = Type.String({ maxLength: 200 })

/** A loop as it is written. */
const Loop = Type.Array(Type.Object({ name: Name, value: Type.String({ maxLength: 1000 }) }), { maxItems: 40 })

/** A collection as loops and templates read it. */
export const ShownModel = Type.Object({
  id: Type.String(),
  label: Type.String(),
  kind: Type.Enum(['singleton', 'collection', 'document']),
  localized: Type.Boolean(),
  titleField: Type.Optional(Type.String()),
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      kind: Type.Enum(['text', 'url', 'media', 'number', 'date', 'boolean', 'list', 'relation', 'markdown', 'html']),
      /** Plain text that may be anything, so that it is typed where it is shown. */
      plain: Type.Optional(Type.Enum(['line', 'lines'])),
      models: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  route: Type.Optional(Type.String()),
})
export type ShownModel = Static<typeof ShownModel>

export const ShownContentEntry = Type.Object({
  key: Type.String(),
  id: Type.String(),
  version: Type.String(),
  /** Epoch milliseconds. */
  createdAt: Type.Number(),
  updatedAt: Type.Number(),
  /** The locales in which it is shown; `*` alone where the collection has none. */
  locales: Type.Record(
    Type.String(),
    Type.Object({ values: Type.Record(Type.String(), Type.Unknown()), publishedAt: Type.Number() }),
  ),
})
export type ShownContentEntry = Static<typeof ShownContentEntry>

export const readShownContent = route({
  method: 'POST',
  path: '/api/projects/:id/content/shown',
  summary:
    'Returns the entries that the loops of a page show, and the entry that a template is shown with, with what is related to them',
  who: { project: 'document.read' },
  request: {
    body: Type.Object({
      /** The page's language. */
      language: Type.Optional(Type.String({ maxLength: 35 })),
      loops: Type.Optional(Type.Array(Loop, { maxItems: 100 })),
      /** For each loop the number of the one around it, from 0; -1 for none. */
      inside: Type.Optional(Type.Array(Type.Integer({ minimum: -1, maximum: 99 }), { maxItems: 100 })),
      /** The fields of long texts that are shown; the others are left out. */
      long: Type.Optional(Type.Array(Name, { maxItems: 100 })),
      /** Shown whatever its state; without an id, or where there is none of that, the one that was published or changed last. */
      entry: Type.Optional(
        Type.Object({ model: Name, id: Type.Optional(Name), locale: Type.Optional(Type.String({ maxLength: 20 })) }),
      ),
      /** As in the lists of content: the id of an open branch, or `own`. */
      branch: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    }),
    maxBytes: 256 * 1024,
  },
  response: Type.Object({
    /** The number of the last change of the content that this shows; 0 before the first one. */
    seq: Type.Integer(),
    locales: Type.Object({ default: Type.String(), supported: Type.Array(Type.String()) }),
    models: Type.Array(ShownModel),
    /** In the order in which they were made, by collection. */
    entries: Type.Record(Type.String(), Type.Array(ShownContentEntry)),
    /** The long texts among them as HTML that a page may show. */
    html: Type.Array(Type.Object({ kind: Type.Enum(['markdown', 'html']), text: Type.String(), html: Type.String() })),
    /** The entry that was asked for; absent if its model has none that can be shown. */
    entry: Type.Optional(
      Type.Object({
        model: Type.String(),
        id: Type.String(),
        title: Type.String(),
        /** In which it is shown. */
        locale: Type.String(),
        locales: Type.Array(ContentLocaleState),
      }),
    ),
    /** Where what the caller writes goes: to the content, or to a branch that waits for a review. */
    writesTo: Type.Enum(['live', 'branch']),
    /** The id of the branch that is laid over the content; absent where none is. */
    branch: Type.Optional(Type.String()),
    /** There is more than fits into one answer, so that some texts or entries are left out. */
    shortened: Type.Boolean(),
  }),
})
