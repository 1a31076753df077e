import type { LooseNode } from '../document/edit.ts'
import { isElement } from './htmlVocabulary.ts'
import type { MistakeKind, Mistakes } from './mistakes.ts'

const MARKDOWN: MistakeKind = {
  says: (list) =>
    `Markdown is not read here, it shows as written: ${list}. Send HTML instead (<h2>, <ul><li>, <strong>, <a href>) with replaceNodeHtml.`,
}
const ESCAPED: MistakeKind = {
  says: (list) =>
    `Escaped HTML shows as text, tags and all: ${list}. Send it with < and > as they are, with replaceNodeHtml.`,
}
const TWICE_ESCAPED: MistakeKind = {
  says: (list) =>
    `${list} shows as these very characters: it was escaped once too often. Write the character itself, with replaceNodeHtml or updateNodeProps.`,
}
const TEXT_ONLY: MistakeKind = {
  says: (list) =>
    `No element was made, only text (${list}) straight inside its parent. Put it into an element, such as <p>, with replaceNodeHtml.`,
}

/** Elements that show code, where any of these characters is intended. */
const VERBATIM: ReadonlySet<string> = new Set(
  'code pre kbd samp var textarea style script template svg math'.split(' '),
)
/** Elements that contain only text. */
const TEXT_HOLDERS: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 span a b i em strong small mark u s q cite dfn abbr time label legend button li dt dd td th caption figcaption summary option title textarea pre code kbd samp var sub sup blockquote address output text tspan desc address bdi bdo del ins data'.split(
    ' ',
  ),
)
export const isVerbatim = (tag: string | undefined) => tag !== undefined && VERBATIM.has(tag)

/**
 * Problems of a text as visitors see it: Markdown, escaped tags, double escapes.
 * @param mistakes collects what is found
 */
export function checkText(text: string, mistakes: Mistakes): void {
  if (!/[\\`*#[&<|_]|^[ \t]*(?:[-+]|\d{1,3}[.)])[ \t]/m.test(text)) return
  const escaped = escapedHtml(text)
  if (escaped !== undefined) mistakes.add(ESCAPED, escaped)
  else {
    const markdown = markdownIn(text)
    if (markdown !== undefined) mistakes.add(MARKDOWN, markdown)
  }
  const twice =
    /&(?:amp|lt|gt|quot|nbsp|copy|mdash|ndash|hellip|rarr|larr|euro|apos|middot|bull|times|#x?[0-9a-f]{2,6});/i.exec(
      text,
    )?.[0]
  if (twice !== undefined) mistakes.add(TWICE_ESCAPED, twice)
  const literal = literalEscape(text)
  if (literal !== undefined) mistakes.add(TWICE_ESCAPED, literal)
}

/** A `\n` or the like as two characters instead of a line break; a possible path (`C:\new`) does not count. */
function literalEscape(text: string): string | undefined {
  if (!text.includes('\\')) return undefined
  return (
    /(?:^|[^\\\w:])(\\[nrt])(?=$|[^\w.\\]|\\[nrt]|[A-Z])/.exec(text)?.[1] ??
    /[\s.,!?>](\\[nrt])/.exec(text)?.[1] ??
    /\w(\\n)(?=\s*$|\\n)/.exec(text)?.[1] ??
    /[^\s\\:](\\[nt])(?=[A-Z])/.exec(text)?.[1] ??
    /\\["'](?=[^\\]{0,200}\\["'])/.exec(text)?.[0] ??
    /\\u[0-9a-f]{4}/i.exec(text)?.[0]
  )
}

/** The first tag of a text that holds HTML as text: a pair of tags, or one that it begins with. */
function escapedHtml(text: string): string | undefined {
  if (!text.includes('<') || !text.includes('>')) return undefined
  let opened: string | undefined
  for (const [all, slash, name = ''] of text.matchAll(/<(\/?)([a-z][a-z0-9-]{0,30})(?:\s[^<>]{0,500})?\/?>/gi)) {
    const tag = name.toLowerCase()
    if (!isElement(tag)) continue
    if (slash !== '' && opened !== undefined) return opened
    if (slash === '') {
      opened = all
      if (text.trimStart().startsWith(all) && text.trim().length > all.length) return all
    }
  }
  return undefined
}

const INLINE_MARKDOWN = [
  /(?:^|[\s(])\*\*[^\s*][^*\n]{0,200}\*\*(?=$|[\s.,:;!?)])/,
  /(?:^|[\s(])__[^\s_][^_\n]{0,200}__(?=$|[\s,:;!?)]|\.(?:\s|$))/,
  /!?\[[^[\]\n]{1,200}\]\((?:https?:\/\/|\/|#|mailto:|\.{1,2}\/|[\w-]{1,80}\.)[^()\s]{0,500}\)/,
  /(?:^|\s)`[^`\s][^`\n]{0,100}`(?=$|[\s.,:;!?)])/,
]

/** The first Markdown syntax in a text; a single list mark or number does not count. */
function markdownIn(text: string): string | undefined {
  for (const mark of INLINE_MARKDOWN) {
    const found = mark.exec(text)?.[0]
    if (found !== undefined) return found
  }
  if (text.includes('```')) return '```'
  const lines = text.split('\n').map((line) => line.trim())
  const heading = lines.find((line) => /^#{2,6} \S/.test(line)) ?? (lines.length > 1 ? lines.find(isTitle) : undefined)
  if (heading !== undefined) return heading
  const only = lines.filter((line) => line !== '')
  if (only.length === 1 && isTitle(only[0] ?? '')) return only[0]
  let run = 0
  for (const line of lines) {
    if (/^(?:[-*+]|\d{1,3}[.)]) \S/.test(line)) run += 1
    else if (line !== '') run = 0
    if (run === 2) return line
  }
  return lines.some((line) => /^\|? ?:?-{3,}:? ?\|/.test(line)) ? '|---|' : undefined
}

/** `# Title`; not `# 1` or `#1`. */
const isTitle = (line: string) => /^# [^\d\s]/.test(line)

/** Whether the nodes are only texts where elements belong. @param parent the tag of their parent */
export function checkTextOnly(nodes: readonly LooseNode[], parent: string, mistakes: Mistakes): void {
  if (nodes.some(({ kind }) => kind === 'element') || TEXT_HOLDERS.has(parent)) return
  if (mistakes.has(MARKDOWN) || mistakes.has(ESCAPED)) return
  const text = nodes.find(({ kind, text: words = '' }) => kind === 'text' && words.trim() !== '')?.text
  if (text !== undefined) mistakes.add(TEXT_ONLY, text)
}
