import type { ContentBlock } from '../message.ts'
import type { ModelRequest, Turn } from '../provider.ts'

/** Characters of English and code per token, low on purpose: the estimate is an upper bound for most texts. */
export const charactersPerToken = 3
/** What a picture of at most 1,568 px on its long edge costs (Anthropic: width × height / 750). */
const tokensPerImage = 1600

/** About how many tokens a request holds, for budgets and for windows; too many rather than too few. */
export function estimateTokens(request: Pick<ModelRequest, 'system' | 'suffix' | 'tools' | 'turns'>): number {
  const characters = lengthOfText(request.system) + lengthOfText(request.suffix) + JSON.stringify(request.tools).length
  return Math.ceil((characters + turnsWeight(request.turns)) / charactersPerToken)
}

/** How heavy turns are, in characters of English; a picture counts as the text that costs as much. */
export function turnsWeight(turns: readonly Turn[]): number {
  let characters = 0
  for (const turn of turns) {
    for (const block of turn.blocks) {
      const images = block.kind === 'image' ? 1 : block.kind === 'toolResult' ? (block.images?.length ?? 0) : 0
      characters += lengthOf(block) + images * tokensPerImage * charactersPerToken
    }
  }
  return characters
}

/** Scripts beyond Greek, Cyrillic and their neighbours take about a token per character. */
function lengthOfText(text: string): number {
  const dense = text.match(/[\u0900-\ud7ff\uf900-\uffef]/g)?.length ?? 0
  return text.length + dense * (charactersPerToken - 1)
}

function lengthOf(block: ContentBlock): number {
  switch (block.kind) {
    case 'text':
      return lengthOfText(block.text)
    case 'reasoning':
      return block.text.length + (block.signature?.length ?? 0) + (block.encrypted?.length ?? 0)
    case 'toolCall':
      return block.toolName.length + JSON.stringify(block.input ?? {}).length
    case 'toolResult':
      return (
        (block.error?.length ?? 0) +
        (typeof block.data === 'string' ? lengthOfText(block.data) : JSON.stringify(block.data ?? '').length)
      )
    case 'image':
      return 0
  }
}
