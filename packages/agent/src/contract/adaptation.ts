import { type Static, Type } from 'typebox'

/** A part of a request that not every model takes, and that it can be asked without. */
export const Omission = Type.Union([
  Type.Literal('thinking'),
  Type.Literal('reasoningSummary'),
  Type.Literal('encryptedReasoning'),
  Type.Literal('maxTokens'),
  /** A user's message directly behind a result. */
  Type.Literal('userAfterTool'),
  /** That the answer is held to a schema: the schema is then part of the instructions. */
  Type.Literal('answer'),
  /** The field `reasoning_content` of earlier answers. */
  Type.Literal('reasoningContent'),
  /** The signatures of earlier calls and texts. */
  Type.Literal('signatures'),
])
export type Omission = Static<typeof Omission>

/** A part that a request has only for models that refuse it without. */
export const Demand = Type.Union([
  /** The field `reasoning_content` in every earlier answer, empty where nothing was thought. */
  Type.Literal('reasoningContent'),
  /** The same, where an empty field is refused as a missing one: with a space. */
  Type.Literal('filledReasoningContent'),
  /** A signature on the first call of every earlier answer: a placeholder if it came without. */
  Type.Literal('signatures'),
])
export type Demand = Static<typeof Demand>

/** How much the model may think. */
export const Thinking = Type.Union([
  Type.Literal('off'),
  Type.Literal('low'),
  Type.Literal('medium'),
  Type.Literal('high'),
])
export type Thinking = Static<typeof Thinking>

/** How a request had to be changed before its model took it. */
export const Adaptation = Type.Object({
  omit: Type.Array(Omission),
  demands: Type.Array(Demand),
  /** The thinking that was asked for: what was refused of it may be taken at another level. */
  thinking: Type.Optional(Thinking),
})
export type Adaptation = Static<typeof Adaptation>
