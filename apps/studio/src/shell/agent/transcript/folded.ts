import * as strings from '../texts/strings.ts'

/** A message with more lines than this, or as much text, is folded. */
const MOST_LINES = 12
const MOST_CHARACTERS = 1200

/** Whether a message is so long that it is shown folded. */
export function isLongMessage(text: string): boolean {
  return text.length > MOST_CHARACTERS || text.split('\n', MOST_LINES + 1).length > MOST_LINES
}

/** The label in place of an answer that is one JSON object, as a site's plan is; undefined for any other. */
export function planLabel(text: string, streaming: boolean): string | undefined {
  const start = /^\s{0,40}(?:```(?:json)?\s{0,10})?\{\s{0,40}(?:"|$)/.test(text.slice(0, 120))
  if (!start || (!streaming && !/\}\s{0,40}(?:```\s{0,40})?$/.test(text.slice(-120)))) return undefined
  if (streaming) return strings.writingAPlan
  const name = /"siteName"\s{0,10}:\s{0,10}"([^"\\]{1,200})"/.exec(text)?.[1]
  return name === undefined ? strings.anAnswerInJson : strings.thePlanOf(name)
}

/** JSON with its lines, or the text as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
