import { type Static, Type } from 'typebox'

/** A page, template or component that shows a part. */
export const PartUse = Type.Object({
  documentId: Type.String(),
  kind: Type.Enum(['page', 'template', 'component']),
  title: Type.String(),
  /** The first element that shows it. */
  nodeId: Type.String(),
})
export type PartUse = Static<typeof PartUse>
