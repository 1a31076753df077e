import type { ContentBlock } from '../contract/message.ts'
import type { AnswerShape, ModelRequest } from '../contract/provider.ts'

/** The instructions of a request; with the form of its answer, if the model is not held to that in any other way. */
export function instructions({ system, answer, omit }: ModelRequest): string {
  if (!answer || !omit?.includes('answer')) return system
  const form = `Answer with nothing but one JSON object that fits this JSON Schema:\n${JSON.stringify(answer.schema)}`
  return system.trim() === '' ? form : `${system}\n\n${form}`
}

/** Whether a request is to be held to the form of its answer. */
export const heldTo = ({ answer, omit }: ModelRequest): AnswerShape | undefined =>
  omit?.includes('answer') ? undefined : answer

/** The refusal of a model that cannot be held to a schema. */
export const refusesAnswer = /response[._ ]?format|json[._ ]?schema|text\.format|structured output|tool_choice/i

/**
 * The model's answer to a request with a form: an object if it came as such, otherwise the text, which may hold JSON.
 * Undefined if there is neither.
 */
export function answerOf(blocks: readonly ContentBlock[], { name }: AnswerShape): unknown {
  for (const block of blocks) if (block.kind === 'toolCall' && block.toolName === name) return block.input
  const text = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n')
  return text.trim() === '' ? undefined : text
}
