import { normalizeFileName, normalizeFiles, refuseFileName } from '@atelier/site'
import { jsonrepair } from 'jsonrepair'
import { withoutThoughts } from '../../blueprint/thoughts.ts'
import { type Fenced, readFences } from './fences.ts'

/** The most characters of an answer that are read. */
const LONGEST = 2_000_000
/** The most blocks between fences that are read. */
const MOST_BLOCKS = 60
/** Less than this is no page, in characters. */
const SHORTEST = 40

/**
 * The files in an answer that is text instead of calls of tools: in fences, as whole or half documents, as JSON, with their names
 * in front of them or in their first line. Undefined if there are none.
 * @param usual the file that a page without a name is
 */
export function filesOfAnswer(answer: string, usual = 'index.html'): ReadonlyMap<string, string> | undefined {
  const text = withoutThoughts(answer.slice(0, LONGEST))
  const { blocks, outside } = readFences(text)
  const inFences = blocks.slice(0, MOST_BLOCKS).flatMap((block) => filesOfBlock(block, usual))
  const found = inFences.length > 0 ? inFences : filesOfText(outside.trim() === '' ? text : outside, usual)
  const files = new Map<string, string>()
  for (const [name, content] of found) {
    const known = files.get(name)
    // If two have one name, the longer one: the other is an excerpt.
    if (known === undefined || content.length >= known.length) files.set(name, content)
  }
  return files.size === 0 ? undefined : files
}

type Named = readonly [name: string, content: string]

function filesOfBlock({ info, before, content }: Fenced, usual: string): Named[] {
  const [language = ''] = info.toLowerCase().split(/[\s:={]/, 1)
  const start = content.trimStart()
  if (language === 'json' || (language === '' && /^[{[]/.test(start))) return filesOfJson(start)
  const name = nameIn(info) ?? nameInFirstLine(start) ?? nameInHeading(before)
  if (name !== undefined) return kept(name, withoutName(content))
  if (language === 'css') return kept('styles.css', content)
  if (language === 'js' || language === 'javascript') return []
  return filesOfText(content, usual)
}

/** Files of a text without fences. */
function filesOfText(text: string, usual: string): Named[] {
  const start = text.trimStart()
  if (/^[{[]/.test(start)) {
    const files = filesOfJson(start)
    if (files.length > 0) return files
  } else {
    const json = text.indexOf('{"files"')
    if (json >= 0) return filesOfJson(text.slice(json))
  }
  const parts = documentsIn(text)
  return parts.flatMap(({ before, content }) =>
    kept(nameInFirstLine(content) ?? nameInHeading(before) ?? nameByContent(content, usual), withoutName(content)),
  )
}

function filesOfJson(text: string): Named[] {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) return []
  const given: unknown = Reflect.get(value, 'files') ?? value
  const isOne = Reflect.get(value, 'files') === undefined && typeof Reflect.get(value, 'content') === 'string'
  return [...normalizeFiles(isOne ? [value] : given).files].flatMap(([name, content]) =>
    content.includes('<') || /\.(?:css|js)$/.test(name) ? kept(name, content) : [],
  )
}

function parsed(text: string): unknown {
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  for (const json of [text, text.slice(0, end + 1)]) {
    try {
      return JSON.parse(json)
    } catch {
      // It is repaired below.
    }
  }
  try {
    return JSON.parse(jsonrepair(text))
  } catch {
    return undefined
  }
}

/** The documents of a text: each from its doctype on, otherwise from the first block of a page. */
function documentsIn(text: string): { before: string; content: string }[] {
  const starts = [...text.matchAll(/<!doctype html|<html[\s>]/gi)].map(({ index }) => index)
  const begins = starts.filter((start, i) => {
    const previous = starts[i - 1]
    return previous === undefined || !isDoctypeOnly(text.slice(previous, start))
  })
  if (begins.length === 0) {
    const from = text.search(/<(?:header|main|section|article|nav|footer|div)[\s>]/i)
    const to = text.lastIndexOf('>')
    return from < 0 || to - from < SHORTEST
      ? []
      : [{ before: lastLine(text, from), content: withComment(text, from, to) }]
  }
  return begins.map((from, i) => {
    const next = begins[i + 1] ?? text.length
    const last = text.slice(from, next).toLowerCase().lastIndexOf('</html>')
    const to = last < 0 ? endOfMarkup(text, from, next) : from + last + '</html>'.length
    return { before: lastLine(text, from), content: text.slice(from, to) }
  })
}

const isDoctypeOnly = (between: string) => between.length < 200 && !between.slice(1).includes('<')

/** A fragment with the comment in front of it that may hold its name. */
function withComment(text: string, from: number, to: number): string {
  const before = text.slice(Math.max(0, from - 240), from)
  const start = before.trimEnd().endsWith('-->') ? before.lastIndexOf('<!--') : -1
  return (start < 0 ? '' : before.slice(start)) + text.slice(from, to + 1)
}

/** Where a document that was cut ends: words of the answer behind its last tag are not part of it if they follow a blank line. */
function endOfMarkup(text: string, from: number, to: number): number {
  const last = text.slice(from, to).lastIndexOf('>')
  if (last < 0) return to
  const blank = text.slice(from + last, to).search(/\n\s{0,20}\n/)
  return blank < 0 ? to : from + last + blank
}

/** The last line with words in front of a place. */
function lastLine(text: string, end: number): string {
  const lines = text
    .slice(Math.max(0, end - 300), end)
    .trimEnd()
    .split('\n')
  return lines.at(-1)?.trim() ?? ''
}

const NAME = /(?:^|[\s`'"*([<=:])((?:[\w-]{1,60}\/){0,4}[\w.-]{1,80}\.(?:html?|css|js))(?=$|[\s`'"*)\]>:,.—–-])/i

/** A file name within a few words. */
function nameIn(words: string): string | undefined {
  const name = NAME.exec(words.slice(0, 300))?.[1]
  return name === undefined || refuseFileName(normalizeFileName(name)) !== undefined
    ? undefined
    : normalizeFileName(name)
}

/** The name in a line that is a heading of what follows: short, or with the name marked. */
const nameInHeading = (line: string): string | undefined =>
  line.length <= 120 && /[:`*#=]|^\S+$|^file\b|^<!--/i.test(line) ? nameIn(line) : undefined

/** The name in a comment that begins a file. */
function nameInFirstLine(content: string): string | undefined {
  const comment = firstComment(content)
  return comment === undefined || comment.includes('@component') ? undefined : nameIn(comment)
}

const firstComment = (content: string): string | undefined =>
  /^\s{0,40}(?:<!--([^\n]{1,160}?)-->|\/\*([^\n]{1,160}?)\*\/|\/\/([^\n]{1,160}))/
    .exec(content.slice(0, 240))
    ?.slice(1)
    .find((each) => each !== undefined)

/** A file without the comment that says nothing but its name. */
function withoutName(content: string): string {
  const comment = firstComment(content)
  const name = comment === undefined ? undefined : nameInFirstLine(content)
  if (comment === undefined || name === undefined || comment.trim().split(/\s+/).length > 2) return content
  return content.slice(content.indexOf(comment) + comment.length).replace(/^\s{0,4}(?:-->|\*\/)?[^\S\n]{0,20}\n?/, '')
}

/** The file of a piece without a name: a shared part if it is one, otherwise the page that was asked for. */
function nameByContent(content: string, usual: string): string {
  const tag = /^\s{0,40}<(header|footer|nav)[\s>]/i.exec(content.slice(0, 80))?.[1]?.toLowerCase()
  const isWhole = tag !== undefined && content.trimEnd().toLowerCase().endsWith(`</${tag}>`)
  return isWhole && content.toLowerCase().lastIndexOf(`<${tag}`) < 41 ? `_components/${tag}.html` : usual
}

function kept(name: string, content: string): Named[] {
  const text = content.trim()
  return text.length < SHORTEST || refuseFileName(name) !== undefined ? [] : [[name, `${text}\n`]]
}
