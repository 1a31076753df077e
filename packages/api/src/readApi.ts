import { type Static, Type } from 'typebox'
import { route } from './route.ts'

/** A field of a model that a front end may read. */
export const PublishedField = Type.Object({
  name: Type.String(),
  /** One of the types of content, such as `string` or `relation`. */
  type: Type.String(),
  required: Type.Optional(Type.Boolean()),
  /** The options of a `select`. */
  options: Type.Optional(Type.Array(Type.String())),
  /** The models of a relation: the ids of the models whose entries it may name; only those that may be read. */
  models: Type.Optional(Type.Array(Type.String())),
  /** The models of a relation: its values are `{ model, ref }`, since it may name entries of several models. */
  isMixed: Type.Optional(Type.Literal(true)),
  /** The items of an `array`: its items, and of an `object`: its members, each in this form. */
  items: Type.Optional(Type.Unknown()),
  fields: Type.Optional(Type.Array(Type.Unknown())),
})
export type PublishedField = Static<typeof PublishedField>

/** A model that a front end may read. */
export const PublishedModel = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Enum(['singleton', 'collection', 'document', 'dictionary']),
  description: Type.Optional(Type.String()),
  /** Whether its entries are in the locales of the project. */
  isTranslated: Type.Boolean(),
  titleField: Type.Optional(Type.String()),
  /** None for a dictionary: its entry has texts by key. */
  fields: Type.Array(PublishedField),
})
export type PublishedModel = Static<typeof PublishedModel>

/** An entry in one locale. */
export const PublishedEntry = Type.Object({
  /** The slug of a document; `main` of a singleton and a dictionary. */
  id: Type.String(),
  model: Type.String(),
  /** The locale that it is shown in: `*` of a model without locales. */
  locale: Type.String(),
  status: Type.String(),
  /** Times are ISO 8601 in UTC, such as `2026-03-09T10:00:00.000Z`. */
  createdAt: Type.String(),
  updatedAt: Type.String(),
  /** When it came to visitors in this locale; absent where it is not published. */
  publishedAt: Type.Optional(Type.String()),
  /** By the name of the field, without those that are not set; of a dictionary by key. Relations are ids. */
  fields: Type.Record(Type.String(), Type.Unknown()),
  /** The names of the fields that are not translated yet: their values are those of `standInLocale`. */
  standIns: Type.Optional(Type.Array(Type.String())),
  standInLocale: Type.Optional(Type.String()),
})
export type PublishedEntry = Static<typeof PublishedEntry>

const PictureSize = { width: Type.Optional(Type.Number()), height: Type.Optional(Type.Number()) }

/** A file that an entry names, with its addresses: those of public entries need no key, others are signed for a day. */
export const PublishedMedia = Type.Object({
  url: Type.String(),
  /** Media type, such as `image/png`. */
  type: Type.String(),
  /** Pixels, of pictures. */
  ...PictureSize,
  alt: Type.Optional(Type.String()),
  /** Smaller pictures, the smallest first. */
  variants: Type.Array(Type.Object({ url: Type.String(), type: Type.String(), ...PictureSize })),
})
export type PublishedMedia = Static<typeof PublishedMedia>

/** The files of the library that the entries of the answer name, by the value of the field. */
const MediaByValue = Type.Optional(Type.Record(Type.String(), PublishedMedia))

/** The entries that relations of the answer name, by model and id. */
const Included = Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), PublishedEntry)))

const Flag = Type.Optional(Type.Literal('1'))
const Names = Type.Optional(Type.String({ minLength: 1, maxLength: 1000 }))

const shown = {
  /** The project's default locale when absent. */
  locale: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  /** `none`: what has nothing in the locale is left out; otherwise it comes only in its language, or in the default locale. */
  fallback: Type.Optional(Type.Literal('none')),
  /** Names of fields with commas between; all when absent. */
  fields: Names,
  /** Names of relations with commas between, whose entries come with the answer in `included`. */
  include: Names,
  /** With a key: also what is not published, or not at this time. */
  drafts: Flag,
  /** With a key: the name of an open branch, or its id; its changes are laid over the content. */
  branch: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
}

export const listPublishedModels = route({
  method: 'GET',
  path: '/api/content/v1/:projectId/models',
  summary:
    'Returns the models of the content with their fields: to a key those that it may read, to everybody the public ones',
  who: 'everyone',
  hasTag: true,
  response: Type.Object({
    locales: Type.Object({ default: Type.String(), supported: Type.Array(Type.String()) }),
    models: Type.Array(PublishedModel),
  }),
})

export const listPublishedEntries = route({
  method: 'GET',
  path: '/api/content/v1/:projectId/entries/:model',
  summary: 'Returns published entries of a model in one locale: to a key, or of a public model to everybody',
  who: 'everyone',
  hasTag: true,
  request: {
    query: Type.Object({
      ...shown,
      /** Conditions as JSON: `{"price":{"lt":10},"$or":[{"tags":{"contains":"new"}},{"sale":true}]}`. */
      where: Type.Optional(Type.String({ minLength: 2, maxLength: 4000 })),
      /**
       * Names of fields with commas between, `-` before one for the last first; also `createdAt`, `updatedAt` and
       * `publishedAt`, and the fields of relations, such as `author.name`.
       */
      order: Names,
      /** 20 when absent, 200 at most. */
      limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)$' })),
      /** That of the answer before, for the entries behind it. */
      cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    }),
  },
  response: Type.Object({
    /** How many entries match. */
    total: Type.Integer(),
    entries: Type.Array(PublishedEntry),
    included: Included,
    media: MediaByValue,
    /** Absent on the last page. */
    cursor: Type.Optional(Type.String()),
  }),
})

export const readPublishedEntry = route({
  method: 'GET',
  path: '/api/content/v1/:projectId/entries/:model/:entry',
  summary: 'Returns a published entry in one locale: to a key, or of a public model to everybody',
  who: 'everyone',
  hasTag: true,
  request: { query: Type.Object(shown) },
  response: Type.Object({ entry: PublishedEntry, included: Included, media: MediaByValue }),
})

export const readPublishedMedia = route({
  method: 'GET',
  path: '/api/content/v1/:projectId/media/:mediaId',
  summary: 'Returns a file that a published entry of a public model names, or any file by a signed address',
  who: 'everyone',
  request: {
    query: Type.Object({
      /** For a picture: the smallest variant that is at least this wide, as WebP. */
      width: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,4}$' })),
      /** The end of the signature, and the signature, as the address has them. */
      until: Type.Optional(Type.String({ maxLength: 20 })),
      signature: Type.Optional(Type.String({ maxLength: 100 })),
    }),
  },
  bytes: '*/*',
})
