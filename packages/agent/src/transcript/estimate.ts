import type { ContentBlock } from '../message.ts'
import type { ModelRequest } from '../provider.ts'

/** Characters of English and code per token, low on purpose: the estimate is an upper bound for most texts. */
const charactersPerToken = 3
/** What a picture of at most 1,568 px on its long edge costs (Anthropic: width × height / 750). */
const tokensPerImage = 1600

/** About how many tokens a request holds, for budgets and for windows; too many rather than too few. */
export function estimateTokens(request: Pick<ModelRequest, 'system' | 'suffix' | 'tools' | 'turns'>): number {
  let characters = request.system.length + request.suffix.length + JSON.stringify(request.tools).length
  let images = 0
  for (const turn of request.turns) {
    for (const block of turn.blocks) {
      characters += lengthOf(block)
      images += block.kind === 'image' ? 1 : block.kind === 'toolResult' ? (block.images?.length ?? 0) : 0
    }
  }
  return Math.ceil(characters / charactersPerToken) + images * tokensPerImage
}

function lengthOf(block: ContentBlock): number {
  switch (block.kind) {
    case 'text':
      return block.text.length
    case 'reasoning':
      return block.text.length + (block.signature?.length ?? 0) + (block.encrypted?.length ?? 0)
    case 'toolCall':
      return block.toolName.length + JSON.stringify(block.input ?? {}).length
    case 'toolResult':
      return (
        (block.error?.length ?? 0) +
        (typeof block.data === 'string' ? block.data.length : JSON.stringify(block.data ?? '').length)
      )
    case 'image':
      return 0
  }
}
