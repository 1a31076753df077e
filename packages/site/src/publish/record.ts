import type { Json } from '@atelier/documents'
import { type Static, Type } from 'typebox'

const PageRecord = Type.Object({
  /** Where it lies; a page of paginated loops has more than one. */
  path: Type.String(),
  more: Type.Array(Type.String()),
  /** What the page reads of the site document for itself alone, as text. */
  own: Type.String(),
  /** The documents that it is composed of, with the heads at which they were read; -1 if there was none. */
  trees: Type.Array(Type.Tuple([Type.String(), Type.Integer()])),
  /** What it lists, so that it depends on all of it: `pages`, `media`. */
  lists: Type.Array(Type.String()),
  /** Of its files as visitors get them; absent in records of earlier versions. */
  seen: Type.Optional(Type.String()),
  /** When visitors last saw something else, in milliseconds since the epoch. */
  modified: Type.Number(),
  problems: Type.Array(Type.Object({ documentId: Type.String(), nodeId: Type.String(), message: Type.String() })),
})

/**
 * What the pages of a release depend on, kept beside its files: the next one renders only the pages of which some of it
 * has changed.
 */
export const ReleaseRecord = Type.Object({
  format: Type.Literal(1),
  /** Of the program that rendered it. */
  renderer: Type.String(),
  /** Of what every page reads of the site. */
  shared: Type.String(),
  /** Of everything that pages can list. */
  lists: Type.Record(Type.String(), Type.String()),
  pages: Type.Record(Type.String(), PageRecord),
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
