import type { ToolDefinition } from '@atelier/operation'
import { isRecord } from '@atelier/operation'
import type { ContentBlock } from '../contract/message.ts'

/** Characters of English and code per token, low on purpose: the estimate is an upper bound for most texts. */
export const charactersPerToken = 3
/** The tokens of a picture of at most 1,568 px on its long edge (Anthropic: width × height / 750). */
const tokensPerImage = 1600

export interface Measure {
  /** Its cost in tokens, as characters of English that cost as much. */
  weight: number
  /** Its length as JSON, pictures aside. */
  characters: number
  /** It contains no lone surrogate. */
  wellFormed: boolean
}

/** History that did not change is the same objects from request to request, so that each is looked through once. */
const measures = new WeakMap<ContentBlock, Measure>()
const toolWeights = new WeakMap<readonly ToolDefinition[], number>()

export function measure(block: ContentBlock): Measure {
  const known = measures.get(block)
  if (known) return known
  const json = JSON.stringify(block)
  const made = { weight: blockWeight(block), characters: json.length, wellFormed: !hasLoneSurrogate(block) }
  measures.set(block, made)
  return made
}

export function weightOfTools(tools: readonly ToolDefinition[]): number {
  const known = toolWeights.get(tools) ?? weightOfText(JSON.stringify(tools))
  toolWeights.set(tools, known)
  return known
}

/**
 * How heavy a text is, in characters of English. Greek, Cyrillic, Hebrew, Arabic and accented letters take up to two
 * thirds of a token each; the scripts beyond them, such as Chinese, Japanese and emoji, about a token per unit.
 */
export function weightOfText(text: string): number {
  let weight = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x80) weight += unit < 0x900 ? 1 : charactersPerToken - 1
  }
  return weight
}

function blockWeight(block: ContentBlock): number {
  switch (block.kind) {
    case 'text':
      return weightOfText(block.text) + (block.signature?.length ?? 0)
    case 'reasoning':
      return weightOfText(block.text) + (block.signature?.length ?? 0) + (block.encrypted?.length ?? 0)
    case 'toolCall':
      return block.toolName.length + weightOfText(JSON.stringify(block.input ?? {})) + (block.signature?.length ?? 0)
    case 'toolResult':
      return (
        weightOfText(typeof block.data === 'string' ? block.data : JSON.stringify(block.data ?? '')) +
        weightOfText([block.error ?? '', ...(block.warnings ?? []), ...(block.appended ?? [])].join('\n')) +
        (block.images?.length ?? 0) * tokensPerImage * charactersPerToken
      )
    case 'image':
      return tokensPerImage * charactersPerToken
  }
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (Array.isArray(value)) return value.some(hasLoneSurrogate)
  if (!isRecord(value)) return false
  return Object.entries(value).some(([key, member]) => !key.isWellFormed() || hasLoneSurrogate(member))
}
