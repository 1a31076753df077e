import type { ContentBlock } from '../contract/message.ts'
import type { ModelRequest, Turn } from '../contract/provider.ts'
import { dataUrl, shownOfResult, shownPicture } from './pictures.ts'
import { resultText } from './resultText.ts'

type Item = Record<string, unknown>
type Part = { type: 'input_text'; text: string } | { type: 'input_image'; image_url: string; detail: 'auto' }

/** The turns as the items of a Responses request: results, then what the user said. */
export function responsesInput(request: ModelRequest): Item[] {
  return request.turns.flatMap((turn) => (turn.role === 'assistant' ? assistantItems(turn) : userItems(turn, request)))
}

/**
 * A reasoning item comes immediately before the item that it led to, and never without one: the wire refuses one
 * without the other.
 */
function assistantItems(turn: Turn): Item[] {
  const items: Item[] = []
  let thoughts: Item[] = []
  for (const block of turn.blocks) {
    if (block.kind === 'reasoning') {
      const item = reasoningItem(block)
      if (item) thoughts.push(item)
      continue
    }
    const item = thoughts.length > 0 ? (emptyItem(block) ?? assistantItem(block)) : assistantItem(block)
    if (!item) continue
    items.push(...thoughts, item)
    thoughts = []
  }
  return items
}

/** A message that came without a text, as it came: the reasoning before it is refused without it. */
function emptyItem(block: ContentBlock): Item | undefined {
  if (block.kind !== 'text' || block.itemId === undefined || block.text.trim() !== '') return undefined
  return {
    type: 'message',
    ...(block.itemId === '' ? {} : { id: block.itemId }),
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: block.text, annotations: [] }],
    ...(block.phase ? { phase: block.phase } : {}),
  }
}

function assistantItem(block: ContentBlock): Item | undefined {
  if (block.kind === 'text') {
    if (block.text.trim() === '') return undefined
    return { type: 'message', role: 'assistant', content: block.text, ...(block.phase ? { phase: block.phase } : {}) }
  }
  if (block.kind !== 'toolCall') return undefined
  const json = JSON.stringify(block.input ?? {})
  return { type: 'function_call', call_id: block.toolCallId, name: block.toolName, arguments: json }
}

function reasoningItem(block: Extract<ContentBlock, { kind: 'reasoning' }>): Item | undefined {
  if (block.itemId === undefined || (block.encrypted === undefined && block.signature === undefined)) return undefined
  const said = reasoningTexts(block)
  return {
    type: 'reasoning',
    id: block.itemId,
    summary: block.raw ? [] : said.map((text) => ({ type: 'summary_text', text })),
    ...(block.raw ? { content: said.map((text) => ({ type: 'reasoning_text', text })) } : {}),
    ...(block.encrypted === undefined ? {} : { encrypted_content: block.encrypted }),
    ...(block.signature === undefined ? {} : { signature: block.signature }),
    ...(block.format === undefined ? {} : { format: block.format }),
  }
}

/** The text in the parts in which it came; in one part if their lengths do not add up. */
function reasoningTexts({ text, parts = [] }: Extract<ContentBlock, { kind: 'reasoning' }>): string[] {
  const between = '\n\n'
  const said: string[] = []
  let at = 0
  for (const length of parts) {
    said.push(text.slice(at, at + length))
    at += length + between.length
  }
  if (said.length > 1 && said.join(between) === text) return said
  return text === '' ? [] : [text]
}

function userItems(turn: Turn, request: ModelRequest): Item[] {
  const results: Item[] = []
  const parts: Part[] = []
  for (const block of turn.blocks) {
    if (block.kind === 'toolResult') results.push(resultItem(block, request))
    else if (block.kind === 'text') parts.push({ type: 'input_text', text: block.text })
    else if (block.kind === 'image') parts.push(picturePart(block, request))
  }
  return parts.length === 0 ? results : [...results, { type: 'message', role: 'user', content: parts }]
}

function picturePart(block: Extract<ContentBlock, { kind: 'image' }>, request: ModelRequest): Part {
  const picture = shownPicture(block, request)
  if ('note' in picture) return { type: 'input_text', text: picture.note }
  return { type: 'input_image', image_url: dataUrl(picture), detail: 'auto' }
}

function resultItem(block: Extract<ContentBlock, { kind: 'toolResult' }>, request: ModelRequest): Item {
  const pictures = shownOfResult(block.images ?? [], request)
  const text = [resultText(block), pictures.note].filter((line) => line !== '').join('\n')
  const appended = block.appended ?? []
  const output: string | Part[] =
    pictures.shown.length === 0
      ? [text, ...appended].join('\n\n')
      : [
          { type: 'input_text', text },
          ...pictures.shown.map(
            (picture): Part => ({
              type: 'input_image',
              image_url: dataUrl(picture),
              detail: 'auto',
            }),
          ),
          ...appended.map((more): Part => ({ type: 'input_text', text: more })),
        ]
  return { type: 'function_call_output', call_id: block.toolCallId, output }
}
