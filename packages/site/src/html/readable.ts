import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5'

/** The visible content of a page as Markdown. */
export interface Readable {
  title: string
  /** The page's own description, empty if it has none. */
  description: string
  text: string
}

/** How many characters are read between two steps. */
const STEP = 4096
/** An address that is longer than this is left out: it is of no use to a reader. */
const MAX_ADDRESS = 400
/** A main part with fewer characters than this is not taken for what the page is about. */
const LEAST_MAIN = 200

type Mark = 'main' | 'around' | 'skip'

const skipped = new Set('noscript template svg math object audio video canvas select datalist dialog'.split(' '))
const foreign = new Set(['svg', 'math'])
const around = new Set(['nav', 'header', 'footer', 'aside'])
const landmarks: Readonly<Record<string, Mark>> = {
  main: 'main',
  article: 'main',
  navigation: 'around',
  banner: 'around',
  contentinfo: 'around',
  complementary: 'around',
  search: 'around',
}
const containers = new Set(
  'main article section div nav header footer aside span a p ul ol li table figure form blockquote details'
    .split(' ')
    .concat([...skipped]),
)
const blocks = new Set(
  (
    'address article aside blockquote body caption dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table tbody tfoot thead title tr ul'
  ).split(' '),
)
/** How the text of an element is tokenized, as the tree builder of the HTML standard decides it. */
const modes: Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
}

interface Line {
  text: string
  part: 'main' | 'other' | 'around'
}

/**
 * Reads HTML as text, in steps (`inSlices`). The tokens are read as they come and no tree is built, so that the time
 * taken grows only with the length. Text that a reader would not see is left out: scripts,
 * styles, hidden elements, and menus and footers where the page has a main part.
 * @param base where the page came from, for its links
 * @param most the characters of each part of the page that are kept
 */
export function* readHtml(html: string, base: string, most: number): Generator<void, Readable, void> {
  const page = createReader(base, most)
  const tokenizer = new Tokenizer({}, page.handler)
  page.attach(tokenizer)
  for (let at = 0; at < html.length; at += STEP) {
    tokenizer.write(html.slice(at, at + STEP), at + STEP >= html.length)
    yield
  }
  return page.end()
}

function createReader(base: string, most: number) {
  const lines: Line[] = []
  const sizes = { main: 0, other: 0, around: 0 }
  const marks = new Map<string, (Mark | undefined)[]>()
  const open = { main: 0, around: 0, skip: 0 }
  const found = { title: '', description: '' }
  let tokenizer: Tokenizer | undefined
  /** The element whose text is no markup, such as a script. */
  let verbatim = ''
  /** The text since the last line; joined once. */
  let written: string[] = []
  let length = 0
  let spaced = true
  let prefix = ''
  let lists = 0
  let pre = 0
  let link: { href: string; text: string } | undefined

  const add = (text: string) => {
    if (text === '' || length > most) return
    written.push(text)
    length += text.length
  }

  /** Ends the text of a link; if it has several lines, the first one is the link. */
  const closeLink = () => {
    if (!link) return
    const { href, text } = link
    const trimmed = text.trim()
    link = { href: trimmed === '' ? href : '', text: '' }
    if (trimmed === '' || href === '') return add(text)
    add(`${/^\s/.test(text) ? ' ' : ''}[${trimmed}](${href})${/\s$/.test(text) ? ' ' : ''}`)
  }

  const flush = () => {
    closeLink()
    const text = pre > 0 ? written.join('').replace(/^\n/, '').trimEnd() : written.join('').trim()
    written = []
    length = 0
    spaced = true
    if (text === '') return
    const part = open.main > 0 ? 'main' : open.around > 0 ? 'around' : 'other'
    const whole = `${prefix}${text}`
    prefix = ''
    if (sizes[part] > most) return
    sizes[part] += whole.length + 1
    lines.push({ text: whole, part })
  }

  const write = (text: string) => {
    if (verbatim === 'title') found.title += found.title.length < 1000 ? text : ''
    if (verbatim !== '' || open.skip > 0) return
    const squashed = pre > 0 ? text : text.slice(0, most).replace(/[ \t\n\f\r]+/g, ' ')
    const rest = pre === 0 && spaced ? squashed.trimStart() : squashed
    if (rest === '') return
    spaced = rest.endsWith(' ')
    if (!link) add(rest)
    else if (link.text.length < 2000) link.text += rest
  }

  const address = (href: string | undefined): string => {
    if (href === undefined || href.startsWith('#') || href.length > MAX_ADDRESS || !URL.canParse(href, base)) return ''
    const url = new URL(href, base)
    return /^(?:https?|mailto|tel):$/.test(url.protocol) && url.href.length <= MAX_ADDRESS ? url.href : ''
  }

  const endLink = () => {
    closeLink()
    link = undefined
  }

  const startTag = ({ tagName: tag, attrs, selfClosing }: Token.TagToken) => {
    const value = (name: string) => attrs.find((each) => each.name === name)?.value
    if (blocks.has(tag)) flush()
    const mode = modes[tag]
    // Inside a drawing these are elements like others.
    if (mode !== undefined && tokenizer && !drawing()) {
      tokenizer.state = mode
      verbatim = tag
    }
    if (tag === 'p') endTag(tag)
    if (containers.has(tag) && !(selfClosing && foreign.has(tag))) {
      const mark = markOf(tag, value)
      if (mark) open[mark] += 1
      push(tag, mark)
    }
    if (open.skip > 0) return
    if (/^h[1-6]$/.test(tag)) prefix = `${'#'.repeat(Number(tag[1]))} `
    else if (tag === 'ul' || tag === 'ol') lists += 1
    else if (tag === 'li') prefix = `${'  '.repeat(Math.min(Math.max(lists - 1, 0), 5))}- `
    else if (tag === 'blockquote') prefix = '> '
    else if (tag === 'br') flush()
    else if (tag === 'pre') pre += 1
    else if (tag === 'td' || tag === 'th') write(length > 0 ? ' | ' : '')
    else if (tag === 'a') {
      endLink()
      link = { href: address(value('href')), text: '' }
    } else if (tag === 'img') {
      const alt = value('alt')?.trim()
      const src = address(value('src'))
      if (alt) write(src ? ` ![${alt}](${src}) ` : ` ${alt} `)
    } else if (tag === 'meta' && found.description === '') {
      const name = (value('name') ?? value('property'))?.toLowerCase()
      if (name === 'description' || name === 'og:description')
        found.description = (value('content') ?? '').slice(0, 1000)
    }
  }

  const endTag = (tag: string) => {
    if (tag === verbatim) verbatim = ''
    if (tag === 'a') endLink()
    if (blocks.has(tag)) flush()
    if (/^(?:h[1-6]|li|blockquote)$/.test(tag)) prefix = ''
    const mark = marks.get(tag)?.pop()
    if (mark) open[mark] -= 1
    if ((tag === 'ul' || tag === 'ol') && lists > 0) lists -= 1
    if (tag === 'pre' && pre > 0) pre -= 1
  }

  const push = (tag: string, mark: Mark | undefined) => {
    const known = marks.get(tag)
    if (known) known.push(mark)
    else marks.set(tag, [mark])
  }
  const drawing = () => (marks.get('svg')?.length ?? 0) > 0 || (marks.get('math')?.length ?? 0) > 0

  const markOf = (tag: string, value: (name: string) => string | undefined): Mark | undefined => {
    if (skipped.has(tag) || isHidden(value)) return 'skip'
    const role = landmarks[value('role')?.trim().toLowerCase() ?? '']
    const mark = role ?? (tag === 'main' || tag === 'article' ? 'main' : around.has(tag) ? 'around' : undefined)
    // Inside the main part a header belongs to it; a menu and its siblings do not.
    return mark === 'around' && open.main > 0 ? (tag === 'nav' || tag === 'aside' ? 'skip' : undefined) : mark
  }

  const onText = (token: Token.CharacterToken) => write(token.chars)
  const nothing = () => undefined
  const handler: TokenHandler = {
    onStartTag: startTag,
    onEndTag: ({ tagName }) => endTag(tagName),
    onCharacter: onText,
    onWhitespaceCharacter: onText,
    onNullCharacter: nothing,
    onComment: nothing,
    onDoctype: nothing,
    onEof: nothing,
  }
  return {
    handler,
    attach(made: Tokenizer) {
      tokenizer = made
    },
    end(): Readable {
      endLink()
      flush()
      const least = Math.min(LEAST_MAIN, (sizes.main + sizes.other) / 2)
      const wanted = sizes.main > least ? 'main' : sizes.other > 0 ? 'other' : 'around'
      const text = lines
        .filter(({ part }) => part === wanted || (wanted === 'other' && part === 'main'))
        .map((each) => each.text)
        .join('\n')
      const squash = (value: string) => value.replace(/\s+/g, ' ').trim()
      return { title: squash(found.title), description: squash(found.description), text }
    },
  }
}

function isHidden(value: (name: string) => string | undefined): boolean {
  if (value('hidden') !== undefined || value('aria-hidden')?.trim().toLowerCase() === 'true') return true
  const style = value('style')?.replace(/\s+/g, '').toLowerCase() ?? ''
  return /(?:^|;)(?:display:none|visibility:hidden|font-size:0(?:px)?(?:;|$)|opacity:0(?:;|$))/.test(style)
}
