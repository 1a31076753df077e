import type { ContentBlock } from '../contract/message.ts'

/** A tool's result as the text that a model reads. */
export function resultText(block: Extract<ContentBlock, { kind: 'toolResult' }>): string {
  if (!block.ok) return block.error ? `Error: ${block.error}` : 'Error: the call failed without saying why.'
  const data =
    block.data === undefined ? 'Done.' : typeof block.data === 'string' ? block.data : JSON.stringify(block.data)
  const warnings = (block.warnings ?? []).map((warning) => `Warning: ${warning}`)
  const text = [data, ...warnings].filter((line) => line !== '').join('\n')
  return text === '' ? 'Done.' : text
}
