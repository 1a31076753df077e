import type { Turn } from '../contract/provider.ts'
import { measure } from './measure.ts'

/** No provider takes a request beyond this many characters (Anthropic: 32 MB), pictures aside. */
export const maxCharacters = 30_000_000

/**
 * Faults that no provider would accept, one sentence each; empty for legal turns. Runs before every request: a
 * violation is a bug in Atelier, so it is reported and not sent.
 * @param open the model paused, so its turn may be the last
 */
export function checkTurns(turns: readonly Turn[], open = false): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  if (turns[0]?.role !== 'user') problems.push('The first turn is not the user’s.')
  if (!open && turns.at(-1)?.role !== 'user') problems.push('The last turn is not the user’s.')
  let characters = 0
  for (const [at, turn] of turns.entries()) {
    if (turn.blocks.length === 0) problems.push(`Turn ${at} is empty.`)
    if (turns[at - 1]?.role === turn.role) problems.push(`Turn ${at} repeats the role ${turn.role}.`)
    problems.push(
      ...(turn.role === 'user' ? checkUser(turn, turns[at - 1], at) : checkAssistant(turn, turns[at + 1], at, seen)),
    )
    const measured = turn.blocks.map(measure)
    characters += measured.reduce((sum, block) => sum + block.characters, 0)
    if (measured.some(({ wellFormed }) => !wellFormed)) problems.push(`Turn ${at} holds a lone surrogate.`)
  }
  if (characters > maxCharacters)
    problems.push(`The turns hold ${characters} characters, more than any provider takes.`)
  return problems
}

function checkAssistant(turn: Turn, next: Turn | undefined, at: number, seen: Set<string>): string[] {
  const problems: string[] = []
  if (!turn.blocks.some((block) => block.kind === 'text' || block.kind === 'toolCall'))
    problems.push(`Turn ${at} says nothing.`)
  for (const block of turn.blocks) {
    const isItem = block.kind === 'text' && block.itemId !== undefined
    if (block.kind === 'text' && block.text.trim() === '' && !isItem) problems.push(`Turn ${at} has an empty text.`)
    if (block.kind === 'image' || block.kind === 'toolResult')
      problems.push(`Turn ${at} has a ${block.kind} of the assistant.`)
    if (block.kind !== 'toolCall') continue
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(block.toolCallId)) problems.push(`The call id ${block.toolCallId} is not legal.`)
    if (seen.has(block.toolCallId)) problems.push(`The call id ${block.toolCallId} stands twice.`)
    seen.add(block.toolCallId)
    const results = (next?.blocks ?? []).filter(
      (other) => other.kind === 'toolResult' && other.toolCallId === block.toolCallId,
    )
    if (results.length !== 1) problems.push(`The call ${block.toolCallId} has ${results.length} results.`)
  }
  return problems
}

function checkUser(turn: Turn, before: Turn | undefined, at: number): string[] {
  const problems: string[] = []
  const calls = new Set(
    (before?.blocks ?? []).flatMap((block) => (block.kind === 'toolCall' ? [block.toolCallId] : [])),
  )
  let textSeen = false
  for (const block of turn.blocks) {
    if (block.kind === 'toolResult') {
      if (!calls.has(block.toolCallId)) problems.push(`The result of ${block.toolCallId} has no call before it.`)
      if (textSeen) problems.push(`Turn ${at} has a result after its text.`)
    } else textSeen = true
    if (block.kind === 'text' && block.text.trim() === '') problems.push(`Turn ${at} has an empty text.`)
    if (block.kind === 'toolCall' || block.kind === 'reasoning')
      problems.push(`Turn ${at} has a ${block.kind} of the user.`)
  }
  return problems
}
