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
const heading = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/
const rule = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/
const item = /^(\s*)(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/
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
      blocks.push({ kind: 'heading', children: parseInline(heading.exec(line)?.[1] ?? '') })
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

const spans =
  /(?<code>`+)(?<codeText>[\s\S]*?[^`])\k<code>(?!`)|\*\*(?<strong>(?=\S)[\s\S]*?\S)\*\*(?!\*)|__(?<strong2>(?=\S)[\s\S]*?\S)__|\*(?<em>(?=[^\s*])[^*]*?[^\s*])\*|(?<![\w])_(?<em2>(?=[^\s_])[^_]*?[^\s_])_(?!\w)|\[(?<label>[^\]\n]+)\]\((?<href>[^\s)]+)\)|(?<url>https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?])/g

/** Spans within one block. Links lead to http, https and mailto only; any other address stays text. */
export function parseInline(source: string): Inline[] {
  const found: Inline[] = []
  let from = 0
  for (const match of source.matchAll(spans)) {
    const span = readSpan(match.groups ?? {})
    if (!span) continue
    if (match.index > from) found.push({ kind: 'text', text: source.slice(from, match.index) })
    found.push(span)
    from = match.index + match[0].length
  }
  if (from < source.length) found.push({ kind: 'text', text: source.slice(from) })
  return found
}

function readSpan(groups: Record<string, string | undefined>): Inline | undefined {
  if (groups.codeText !== undefined) return { kind: 'code', text: groups.codeText.replace(/^ (.+) $/, '$1') }
  const strong = groups.strong ?? groups.strong2
  if (strong !== undefined) return { kind: 'strong', children: parseInline(strong) }
  const emphasis = groups.em ?? groups.em2
  if (emphasis !== undefined) return { kind: 'emphasis', children: parseInline(emphasis) }
  if (groups.label !== undefined && groups.href !== undefined && isSafe(groups.href)) {
    return { kind: 'link', href: groups.href, children: [{ kind: 'text', text: groups.label }] }
  }
  if (groups.url !== undefined)
    return { kind: 'link', href: groups.url, children: [{ kind: 'text', text: groups.url }] }
  return undefined
}

function isSafe(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href)
}
