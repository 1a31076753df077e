import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from 'marked'

/** A run of text within a block. There is no HTML: what is not understood stays text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis' | 'deleted'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }

export type Block =
  | { kind: 'paragraph' | 'heading'; children: Inline[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'table'; align: ('left' | 'center' | 'right' | null)[]; header: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

/** A text with its blocks, from which the reading of a longer text continues. */
export interface ParsedMarkdown {
  source: string
  /** The text from its beginning to its end, in top-level pieces: where each ends, and what it became. */
  pieces: readonly Piece[]
}

interface Piece {
  end: number
  blocks: readonly Block[]
}

/** Blocks and spans within each other beyond this stay text: each level is several calls on the stack. */
const MAX_DEPTH = 16
/** Spans are read in stretches of at most so many characters: each of its marks costs a look at all of a stretch. */
const MAX_STRETCH = 4_000
/** How many pieces at the end of a text may become something else when it grows. */
const UNSETTLED = 3

/**
 * Markdown without what could act or reach another place: no HTML, and no definitions of links, which would give earlier
 * blocks another meaning.
 */
class ChatTokenizer extends Tokenizer {
  #depth = 0

  override html(): undefined {}
  override tag(): undefined {}
  override def(): undefined {}

  override blockquote(source: string): Tokens.Blockquote | undefined {
    return this.#nested(() => super.blockquote(source))
  }

  override list(source: string): Tokens.List | undefined {
    return this.#nested(() => super.list(source))
  }

  override emStrong(source: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
    return this.#nested(() => super.emStrong(source, masked, before))
  }

  override del(source: string, masked: string, before?: string): Tokens.Del | undefined {
    return this.#nested(() => super.del(source, masked, before))
  }

  override link(source: string): Tokens.Link | Tokens.Image | undefined {
    return this.#nested(() => super.link(source))
  }

  #nested<Found>(read: () => Found): Found | undefined {
    if (this.#depth >= MAX_DEPTH) return undefined
    this.#depth += 1
    try {
      return read()
    } finally {
      this.#depth -= 1
    }
  }
}

class ChatLexer extends Lexer {
  constructor() {
    super({ gfm: true, tokenizer: new ChatTokenizer() })
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    for (const stretch of stretchesOf(source)) super.inlineTokens(stretch, tokens)
    return tokens
  }
}

/** Cut behind white space, if there is any. */
function stretchesOf(text: string): string[] {
  const stretches: string[] = []
  let from = 0
  while (text.length - from > MAX_STRETCH) {
    const end = from + MAX_STRETCH
    const space = Math.max(text.lastIndexOf(' ', end - 1), text.lastIndexOf('\n', end - 1))
    const to = space > from ? space + 1 : end
    stretches.push(text.slice(from, to))
    from = to
  }
  return [...stretches, text.slice(from)]
}

/** A text as the parser's own tokens, read with the same care. */
export const lexMarkdown = (source: string): Token[] => new ChatLexer().lex(source)

/** An unfinished text parses as well as a finished one, so that it can be shown while it streams. */
export function parseMarkdown(source: string): Block[] {
  return blocksOf(continueMarkdown(undefined, source))
}

/** The blocks in their order. A block that a longer text did not change is the same object as before. */
export function blocksOf({ pieces }: ParsedMarkdown): Block[] {
  return pieces.flatMap(({ blocks }) => blocks)
}

/**
 * Parses a text that may have grown since `previous`: only its last pieces are read again, so that a streamed answer
 * costs time in proportion to its length and not to the square of it.
 */
export function continueMarkdown(previous: ParsedMarkdown | undefined, given: string): ParsedMarkdown {
  const source = given.includes('\r') ? given.replace(/\r\n?/g, '\n') : given
  const kept = previous && source.startsWith(previous.source) ? previous.pieces.slice(0, -UNSETTLED) : []
  return { source, pieces: kept.concat(readPieces(source, kept.at(-1)?.end ?? 0)) }
}

function readPieces(source: string, from: number): Piece[] {
  if (from === source.length) return []
  const pieces: Piece[] = []
  let end = from
  for (const token of new ChatLexer().lex(source.slice(from))) {
    end += token.raw.length
    const block = readBlock(token)
    const outer = pieces.at(-1)?.blocks.at(-1)
    if (block?.kind === 'list' && outer?.kind === 'list' && /^ +\S/.test(token.raw)) {
      // Two spaces are too few for a list within a numbered one, and what models write.
      const items = outer.items.map((item, index) => (index === outer.items.length - 1 ? [...item, block] : item))
      pieces.splice(-1, 1, { end, blocks: [{ ...outer, items }] })
    } else pieces.push({ end, blocks: block ? [block] : [] })
  }
  // If the parser rewrote white space, the lengths are meaningless, and the whole is one piece.
  return end === source.length ? pieces : [{ end: source.length, blocks: pieces.flatMap(({ blocks }) => blocks) }]
}

function readBlocks(tokens: readonly Token[]): Block[] {
  return tokens.flatMap((token) => readBlock(token) ?? [])
}

/** Whether a token is one of the parser's own: a plugin, which there is none of, could bring others. */
const isOwn = (token: Token): token is MarkedToken => ownTypes.has(token.type)
const ownTypes: ReadonlySet<string> = new Set<MarkedToken['type']>([
  'blockquote',
  'br',
  'checkbox',
  'code',
  'codespan',
  'del',
  'em',
  'escape',
  'heading',
  'hr',
  'image',
  'link',
  'list',
  'paragraph',
  'space',
  'strong',
  'table',
  'text',
])

/** A parser's token as a block; undefined for white space between blocks. */
function readBlock(token: Token): Block | undefined {
  const raw: Block = { kind: 'paragraph', children: [{ kind: 'text', text: token.raw }] }
  if (!isOwn(token)) return raw
  switch (token.type) {
    case 'space':
      return undefined
    case 'heading':
      return { kind: 'heading', children: readInlines(token.tokens) }
    case 'code':
      return { kind: 'code', language: /^\S*/.exec(token.lang ?? '')?.[0] ?? '', text: token.text }
    case 'blockquote':
      return { kind: 'quote', blocks: readBlocks(token.tokens) }
    case 'hr':
      return { kind: 'rule' }
    case 'list': {
      const items = token.items.map((item) => readBlocks(item.tokens))
      return { kind: 'list', ordered: token.ordered, start: token.start === '' ? 1 : token.start, items }
    }
    case 'table': {
      const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => readInlines(cell.tokens))
      return { kind: 'table', align: token.align, header: cells(token.header), rows: token.rows.map(cells) }
    }
    case 'checkbox':
      return { kind: 'paragraph', children: [{ kind: 'text', text: token.checked ? '☑' : '☐' }] }
    case 'paragraph':
    case 'text':
      return { kind: 'paragraph', children: readInlines(token.tokens ?? [token]) }
    default:
      return raw
  }
}

/** Spans within one block. Links lead to http, https and mailto only; any other address stays text. */
export function parseInline(source: string): Inline[] {
  return readInlines(new ChatLexer().inlineTokens(source))
}

function readInlines(tokens: readonly Token[]): Inline[] {
  const found: Inline[] = []
  for (const token of tokens) {
    const inline = readInline(token)
    const last = found.at(-1)
    if (inline.kind === 'text' && last?.kind === 'text') last.text += inline.text
    else found.push(inline)
  }
  return found
}

function readInline(token: Token): Inline {
  if (!isOwn(token)) return { kind: 'text', text: token.raw }
  switch (token.type) {
    case 'escape':
      return { kind: 'text', text: token.text }
    case 'br':
      return { kind: 'text', text: '\n' }
    case 'codespan':
      return { kind: 'code', text: token.text }
    case 'strong':
      return { kind: 'strong', children: readInlines(token.tokens) }
    case 'em':
      return { kind: 'emphasis', children: readInlines(token.tokens) }
    case 'del':
      return { kind: 'deleted', children: readInlines(token.tokens) }
    case 'link':
    case 'image':
      // A picture would be fetched from elsewhere just by being shown.
      return isSafe(token.href)
        ? { kind: 'link', href: token.href, children: readInlines(token.tokens) }
        : { kind: 'text', text: token.raw }
    case 'text':
      return { kind: 'text', text: token.text }
    default:
      return { kind: 'text', text: token.raw }
  }
}

function isSafe(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href)
}
