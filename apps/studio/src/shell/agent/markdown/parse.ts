import { stripEnd } from '@atelier/operation'
/** A run of text within a block. There is no HTML: what is not understood stays text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }

export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote'; children: Inline[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; ordered: boolean; start: number; items: { children: Inline[]; depth: number }[] }
  | { kind: 'rule' }

const fence = /^ {0,3}(```+|~~~+)\s*(\S*)/
const heading = /^ {0,3}#{1,6}\s(.*)$/s
const rule = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/
const item = /^(\s*)(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/s
const quote = /^ {0,3}>\s?(.*)$/

/**
 * The small part of Markdown that a model answers with: paragraphs, headings, bold, italics, code, lists, quotes and
 * links. An unfinished text parses as well as a finished one, so that it can be shown while it streams.
 */
export function parseMarkdown(source: string): Block[] {
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  let paragraph: string[] = []
  const flush = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', children: parseInline(paragraph.join('\n')) })
    paragraph = []
  }
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const opened = fence.exec(line)
    if (opened) {
      flush()
      const mark = opened[1] ?? '```'
      const body: string[] = []
      for (index++; index < lines.length && !(lines[index] ?? '').trimStart().startsWith(mark); index++) {
        body.push(lines[index] ?? '')
      }
      blocks.push({ kind: 'code', language: opened[2] ?? '', text: body.join('\n') })
    } else if (line.trim() === '') flush()
    else if (heading.test(line)) {
      flush()
      blocks.push({ kind: 'heading', children: parseInline(headingText(heading.exec(line)?.[1] ?? '')) })
    } else if (rule.test(line)) {
      flush()
      blocks.push({ kind: 'rule' })
    } else if (item.test(line)) {
      flush()
      index = readList(lines, index, blocks)
    } else if (quote.test(line)) {
      flush()
      const body: string[] = []
      for (; index < lines.length && quote.test(lines[index] ?? ''); index++) {
        body.push(quote.exec(lines[index] ?? '')?.[1] ?? '')
      }
      index--
      blocks.push({ kind: 'quote', children: parseInline(body.join('\n')) })
    } else paragraph.push(line)
  }
  flush()
  return blocks
}

/** Reads the list that begins at `from`; returns the index of its last line. */
function readList(lines: readonly string[], from: number, blocks: Block[]): number {
  const first = item.exec(lines[from] ?? '')
  const ordered = first?.[3] !== undefined
  const items: { text: string; depth: number }[] = []
  let index = from
  for (; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const match = item.exec(line)
    if (match) {
      const depth = Math.min(3, Math.floor((match[1]?.length ?? 0) / 2))
      if (depth === 0 && (match[3] !== undefined) !== ordered) break
      items.push({ text: match[4] ?? '', depth })
    } else if (line.trim() === '') {
      // A blank line ends the list unless another item follows it.
      if (!item.test(lines[index + 1] ?? '')) break
    } else if (/^\s{2,}/.test(line)) {
      const last = items.at(-1)
      if (last) last.text += `\n${line.trim()}`
    } else break
  }
  blocks.push({
    kind: 'list',
    ordered,
    start: Number(first?.[3] ?? 1),
    items: items.map(({ text, depth }) => ({ children: parseInline(text), depth })),
  })
  return index - 1
}

/** The words of a heading without the `#`s that may close it. */
const headingText = (text: string) => stripEnd(text.trim(), '#').trim()

/** What a span can begin with, and the forms whose end is found by their beginning. */
const openers = /`+|\*\*?|__?|\[|https?:\/\//g
const emphasis = { '*': /\*([^\s*](?:[^*]*[^\s*])?)\*/y, _: /_([^\s_](?:[^_]*[^\s_])?)_(?!\w)/y }
const link = /\[([^[\]\n]+)\]\(([^\s)[]+)\)/y
const address = /https?:\/\/[^\s<>"')\]]*/y

interface Span {
  inline: Inline
  end: number
}

/**
 * Spans within one block. Links lead to http, https and mailto only; any other address stays text. Linear in the
 * length of the source: a mark that found no end is not searched for again.
 */
export function parseInline(source: string): Inline[] {
  const found: Inline[] = []
  const endless = new Set<string>()
  let from = 0
  for (const { 0: mark, index } of [...source.matchAll(openers)]) {
    if (index < from) continue
    const span = readSpan(source, index, mark, endless)
    if (!span) continue
    if (index > from) found.push({ kind: 'text', text: source.slice(from, index) })
    found.push(span.inline)
    from = span.end
  }
  if (from < source.length) found.push({ kind: 'text', text: source.slice(from) })
  return found
}

function readSpan(source: string, index: number, mark: string, endless: Set<string>): Span | undefined {
  const at = (pattern: RegExp) => {
    pattern.lastIndex = index
    return pattern.exec(source)
  }
  if (mark.startsWith('`')) return readCode(source, index, mark, endless)
  if (mark === '[') {
    const [all, label, href] = at(link) ?? []
    if (all === undefined || label === undefined || href === undefined || !isSafe(href)) return undefined
    return { inline: { kind: 'link', href, children: [{ kind: 'text', text: label }] }, end: index + all.length }
  }
  if (mark.startsWith('http')) {
    const href = stripEnd(at(address)?.[0] ?? mark, '.,;:!?')
    if (href.length <= mark.length) return undefined
    return { inline: { kind: 'link', href, children: [{ kind: 'text', text: href }] }, end: index + href.length }
  }
  if (mark.length === 2) {
    const strong = readStrong(source, index, mark, endless)
    if (strong) return strong
  }
  const single = mark.startsWith('*') ? '*' : '_'
  if (single === '_' && /\w/.test(source.charAt(index - 1))) return undefined
  const [all, inner] = at(emphasis[single]) ?? []
  if (all === undefined || inner === undefined) return undefined
  return { inline: { kind: 'emphasis', children: parseInline(inner) }, end: index + all.length }
}

/** Code ends at the next run of as many backticks. */
function readCode(source: string, index: number, mark: string, endless: Set<string>): Span | undefined {
  if (endless.has(mark)) return undefined
  const start = index + mark.length
  for (const run of source.slice(start).matchAll(/`+/g)) {
    if (run[0] !== mark || run.index === 0) continue
    const text = source.slice(start, start + run.index).replace(/^ (.+) $/, '$1')
    return { inline: { kind: 'code', text }, end: start + run.index + mark.length }
  }
  endless.add(mark)
  return undefined
}

/** `**strong**` and `__strong__`, with no white space inside their ends. */
function readStrong(source: string, index: number, mark: string, endless: Set<string>): Span | undefined {
  const start = index + mark.length
  if (endless.has(mark) || !/\S/.test(source.charAt(start))) return undefined
  let end = source.indexOf(mark, start + 1)
  while (end >= 0 && (/\s/.test(source.charAt(end - 1)) || (mark === '**' && source.charAt(end + 2) === '*')))
    end = source.indexOf(mark, end + 1)
  if (end < 0) {
    endless.add(mark)
    return undefined
  }
  return { inline: { kind: 'strong', children: parseInline(source.slice(start, end)) }, end: end + mark.length }
}

function isSafe(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href)
}
