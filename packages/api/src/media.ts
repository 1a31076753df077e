import { type Static, Type } from 'typebox'
import { ErrorBody } from './common.ts'
import { route } from './route.ts'

const media = {
  id: Type.String(),
  /** As people see it; with its extension. */
  name: Type.String(),
  /** The path that it is published under. */
  path: Type.String(),
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: Type.String(),
  /** Media type, such as `image/png`. */
  type: Type.String(),
  bytes: Type.Number(),
  /** Pixels, of pictures. */
  width: Type.Optional(Type.Number()),
  height: Type.Optional(Type.Number()),
  animated: Type.Optional(Type.Boolean()),
  /** A few pixels of it as WebP, base64. */
  blur: Type.Optional(Type.String()),
  alt: Type.Optional(Type.String()),
  /** `a/b`, or empty at the top. */
  folder: Type.String(),
  createdAt: Type.Number(),
  /** False when the same file was there already. */
  added: Type.Boolean(),
  warnings: Type.Optional(Type.Array(Type.String())),
  /** The id of the change set to undo, if the file was added. */
  changeSetId: Type.Optional(Type.String()),
}

/** A file of the media, as it was uploaded. */
export const Media = Type.Object(media)
export type Media = Static<typeof Media>

/** A file of an upload of several; a refused one does not stop the others. */
export const MediaOutcome = Type.Union([
  Type.Object({ ok: Type.Literal(true), ...media }),
  Type.Object({ ok: Type.Literal(false), name: Type.String(), ...ErrorBody.properties }),
])
export type MediaOutcome = Static<typeof MediaOutcome>

export const uploadMedia = route({
  method: 'POST',
  path: '/api/projects/:id/media',
  summary: 'Uploads a file, whose bytes are the body, or several as `multipart/form-data`',
  who: { project: 'document.write' },
  request: {
    query: Type.Object({
      name: Type.Optional(Type.String({ maxLength: 300 })),
      folder: Type.Optional(Type.String({ maxLength: 500 })),
      alt: Type.Optional(Type.String({ maxLength: 2_000 })),
    }),
    bytes: '*/*',
  },
  response: Type.Union([Media, Type.Object({ files: Type.Array(MediaOutcome) })]),
  status: 201,
  alsoStatus: 200,
})

/** A file of the library as it is described. */
export const LibraryFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  path: Type.String(),
  type: Type.String(),
  bytes: Type.Number(),
  width: Type.Optional(Type.Number()),
  height: Type.Optional(Type.Number()),
  /** A few pixels of it as WebP, base64. */
  blur: Type.Optional(Type.String()),
  /** By locale; `*` where no locale says another. */
  alt: Type.Record(Type.String(), Type.String()),
  tags: Type.Array(Type.String()),
  /** The point that a cut of the picture keeps, from 0 to 1 of its width and height. */
  focal: Type.Optional(Type.Object({ x: Type.Number(), y: Type.Number() })),
  createdAt: Type.Number(),
})
export type LibraryFile = Static<typeof LibraryFile>

const mediaKinds = ['image', 'video', 'audio', 'font', 'document', 'text'] as const

export const listMedia = route({
  method: 'GET',
  path: '/api/projects/:id/media',
  summary: 'Returns the files of the library, the newest first, 100 at a time or as many as `limit` says',
  who: { project: 'document.read' },
  request: {
    query: Type.Object({
      /** Words of the name, the path, a tag or an alternative text. */
      search: Type.Optional(Type.String({ maxLength: 200 })),
      tag: Type.Optional(Type.String({ maxLength: 60 })),
      kind: Type.Optional(Type.Enum([...mediaKinds])),
      /** Only those that no page, style, setting or entry uses. */
      unused: Type.Optional(Type.Literal('1')),
      offset: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
      limit: Type.Optional(Type.String({ pattern: '^(?:[1-9][0-9]?|100)$' })),
    }),
  },
  response: Type.Object({
    /** How many files match. */
    total: Type.Integer(),
    files: Type.Array(LibraryFile),
    /** The tags of the whole library, the most frequent first, at most 200. */
    tags: Type.Array(Type.Object({ tag: Type.String(), count: Type.Integer() })),
  }),
})

export const readMediaUses = route({
  method: 'GET',
  path: '/api/projects/:id/media/:mediaId/uses',
  summary: 'Returns a file of the library, and where pages and entries use it',
  who: { project: 'document.read' },
  response: Type.Object({
    file: LibraryFile,
    pages: Type.Array(
      Type.Object({
        kind: Type.String(),
        documentId: Type.Optional(Type.String()),
        nodeId: Type.Optional(Type.String()),
        /** Such as `About: <img> src`. */
        label: Type.String(),
      }),
    ),
    entries: Type.Array(
      Type.Object({
        model: Type.String(),
        id: Type.String(),
        title: Type.String(),
        locale: Type.String(),
        field: Type.String(),
      }),
    ),
  }),
})

export const readMedia = route({
  method: 'GET',
  path: '/api/projects/:id/media/:mediaId',
  summary: 'The bytes of a file of the media; with `width`, a WebP of a picture, about that wide',
  who: { project: 'document.read' },
  request: {
    query: Type.Object({
      width: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,3}$' })),
      download: Type.Optional(Type.String()),
    }),
  },
  bytes: '*/*',
})

export const readFile = route({
  method: 'GET',
  path: '/api/projects/:id/files/*',
  summary: 'The bytes of a file of the media by the path that it is published under',
  who: { project: 'document.read' },
  request: {
    query: Type.Object({
      download: Type.Optional(Type.String()),
      /** The direction from which a CAD part is seen in its picture, `parts/<part id>.png`. */
      view: Type.Optional(Type.String()),
      /** The id or the name of the configuration that it shows. */
      config: Type.Optional(Type.String()),
    }),
  },
  bytes: '*/*',
})
