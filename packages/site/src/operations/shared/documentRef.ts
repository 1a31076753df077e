import { Type } from 'typebox'
import type { PageEntry, PageKind } from '../../document/pages.ts'

const kinds: PageKind[] = ['page', 'template', 'component']

/** A document as results name it. */
export const DocumentRef = Type.Object({ type: Type.Enum(kinds), id: Type.String() })

/** A document as results say where something is or was done. */
export const PlacedRef = Type.Object({ ...DocumentRef.properties, title: Type.String() })

/** A document as a call names it. Only its id decides; the type is what lists say with it. */
export const DocumentTarget = Type.Object({ type: Type.Optional(Type.String()), id: Type.String() })

export const refOf = ({ id, kind }: Pick<PageEntry, 'id' | 'kind'>) => ({ type: kind, id })

export const pageReference = (entry: Pick<PageEntry, 'id' | 'kind' | 'title'>) => ({
  ...refOf(entry),
  title: entry.title,
})
