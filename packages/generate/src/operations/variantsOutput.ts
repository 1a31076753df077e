import { Type } from 'typebox'

export const VariantsOutput = Type.Object({
  variantsId: Type.String(),
  pageId: Type.String(),
  nodeId: Type.String(),
  /** The name of the section's block; empty if it has none. */
  block: Type.String(),
  title: Type.String(),
  /** `making`, `ready` or `failed`. */
  state: Type.String(),
  why: Type.Optional(Type.String()),
  names: Type.Array(Type.String()),
  askedAt: Type.Number(),
  sessionId: Type.String(),
  runId: Type.String(),
})
