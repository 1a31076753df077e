import type { Json } from '@atelier/documents'
import { type Static, Type } from 'typebox'
import { PartRequest, PublishedPart } from '../context/parts.ts'

const PageRecord = Type.Object({
  /** Its published paths; a page with paginated loops has several. */
  path: Type.String(),
  more: Type.Array(Type.String()),
  /** The fields of the site document that only this page reads, as text. */
  own: Type.String(),
  /** The documents that it is composed of, with their heads when they were read; -1 if the document did not exist. */
  trees: Type.Array(Type.Tuple([Type.String(), Type.Integer()])),
  /** The lists that it shows and depends on: `pages`, `media`, collections and CAD parts. */
  lists: Type.Array(Type.String()),
  /** Pictures that it shows cut to a preset: the id of each and the preset. */
  crops: Type.Optional(Type.Array(Type.Tuple([Type.String(), Type.String()]))),
  /** CAD parts that it shows, each with its files. */
  parts: Type.Optional(Type.Array(Type.Object({ request: PartRequest, files: PublishedPart }))),
  /** The hash of its published files; absent in records of earlier versions. */
  seen: Type.Optional(Type.String()),
  /** When its published content last changed, in milliseconds since the epoch. */
  modified: Type.Number(),
  problems: Type.Array(Type.Object({ documentId: Type.String(), nodeId: Type.String(), message: Type.String() })),
})

/**
 * The dependencies of the pages of a release, stored with its files: the next release renders only pages whose
 * dependencies changed.
 */
export const ReleaseRecord = Type.Object({
  format: Type.Literal(1),
  /** Identifies the program that rendered it. */
  renderer: Type.String(),
  /** The hash of the site fields that every page reads. */
  shared: Type.String(),
  /** The hashes of everything that pages can list. */
  lists: Type.Record(Type.String(), Type.String()),
  pages: Type.Record(Type.String(), PageRecord),
  /** Former paths of the pages of entries, each with the name of its page. */
  moved: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** The classes and custom properties that each document uses, at its head; older records lack the latter. */
  classes: Type.Record(
    Type.String(),
    Type.Object({
      head: Type.Integer(),
      names: Type.Array(Type.String()),
      variables: Type.Optional(Type.Array(Type.String())),
    }),
  ),
})
export type ReleaseRecord = Static<typeof ReleaseRecord>
export type PageRecord = Static<typeof PageRecord>

/** The fields of some keys as one text that is the same wherever they are. */
export function fieldsText(fields: Readonly<Record<string, Json>>, keys: readonly string[]): string {
  return JSON.stringify([...keys].sort().map((key) => [key, fields[key]]))
}
