import { excerpt } from '@atelier/operation'

/** A part of a sent text that does not do what its author intended. */
export interface Problem {
  /** The check that found it: problems of one kind are reported together. */
  kind: string
  /** The line, counted from 1. */
  line: number
  /** A sentence: what is wrong, what happens, what to do instead. */
  message: string
}

/** The maximum number of sentences per call, and per kind. */
const MAX_WARNINGS = 12
const MAX_OF_KIND = 3
/** The maximum number of lines in one sentence. */
const MAX_LINES = 6

/** Problems as warnings: repeats become one sentence with their lines; problems beyond the limit become a count. */
export function problemWarnings(problems: readonly Problem[]): string[] {
  const kinds = new Map<string, Map<string, number[]>>()
  for (const { kind, line, message } of problems) {
    const messages = kinds.get(kind) ?? new Map<string, number[]>()
    kinds.set(kind, messages)
    const lines = messages.get(message)
    if (lines) lines.push(line)
    else messages.set(message, [line])
  }
  const warnings: string[] = []
  for (const messages of kinds.values()) {
    const all = [...messages].map(([message, lines]) => `${lineList(lines)}: ${message}`)
    warnings.push(...all.slice(0, MAX_OF_KIND))
    const more = [...messages.values()].slice(MAX_OF_KIND).flat()
    if (more.length > 0) warnings.push(`${more.length} more of this kind: ${lineList(more).toLowerCase()}.`)
  }
  return limitWarnings(warnings)
}

/** Limits the warnings; the last one then counts the rest. */
export function limitWarnings(warnings: readonly string[], most = MAX_WARNINGS): string[] {
  if (warnings.length <= most) return [...warnings]
  return [...warnings.slice(0, most - 1), `${warnings.length - most + 1} more warnings are not listed.`]
}

function lineList(lines: readonly number[]): string {
  const different = [...new Set(lines)]
  const shown = different.slice(0, MAX_LINES).join(', ')
  const more = different.length > MAX_LINES ? ` and ${different.length - MAX_LINES} more` : ''
  return `${different.length === 1 ? 'Line' : 'Lines'} ${shown}${more}`
}

/** Maps offsets of a text to line numbers, counted from 1. */
export function lineNumbers(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** A piece of the text on one line, short enough for a sentence. */
export function quote(text: string, longest = 60): string {
  const line = text
    .slice(0, longest * 4)
    .trim()
    .replace(/\s+/g, ' ')
  return `\`${excerpt(line, longest)}\``
}
