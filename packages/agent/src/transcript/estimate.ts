import type { ModelRequest, Turn } from '../contract/provider.ts'
import { charactersPerToken, measure, weightOfText, weightOfTools } from './measure.ts'

/** About how many tokens a request holds, for budgets and for windows; too many rather than too few. */
export function estimateTokens(request: Pick<ModelRequest, 'system' | 'tools' | 'turns'>): number {
  const weight = weightOfText(request.system) + weightOfTools(request.tools)
  return Math.ceil((weight + turnsWeight(request.turns)) / charactersPerToken)
}

/** How heavy turns are, in characters of English; a picture counts as the text that costs as much. */
export function turnsWeight(turns: readonly Turn[]): number {
  let weight = 0
  for (const turn of turns) for (const block of turn.blocks) weight += measure(block).weight
  return weight
}
