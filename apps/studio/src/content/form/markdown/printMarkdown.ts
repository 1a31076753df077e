import type { Mark, Node } from 'prosemirror-model'
import { isPending, schema } from '../richtext/model/schema.ts'

const { nodes, marks } = schema

interface PrintedBlock {
  node: Node
  text: string
}

/**
 * The Markdown of a block, without an empty line behind it.
 * @param previous the block in front: a list of the same kind would take the items of this one
 */
export function printBlock(node: Node, previous?: PrintedBlock): string {
  switch (node.type) {
    case nodes.heading:
      return `${'#'.repeat(Number(node.attrs.level))} ${printInline(node, '<br>')}`.trimEnd()
    case nodes.blockquote:
      return prefixed(printBlocks(node.children), '> ', '> ')
    case nodes.bullet_list:
      return printList(node, () => `${markerOf(node, previous)} `)
    case nodes.ordered_list: {
      const first = Number(node.attrs.start === '' ? 1 : node.attrs.start)
      return printList(node, (index) => `${first + index}${markerOf(node, previous)} `)
    }
    case nodes.code_block:
      return printCode(node)
    case nodes.table:
      return printTable(node)
    case nodes.horizontal_rule:
      return '---'
    case nodes.source:
      return String(node.attrs.html)
    default:
      return escapeStart(printInline(node))
  }
}

const printBlocks = (blocks: readonly Node[]) =>
  printEach(blocks)
    .filter((text) => text !== '')
    .join('\n\n')

function printEach(blocks: readonly Node[]): string[] {
  let previous: PrintedBlock | undefined
  return blocks.map((node) => {
    const text = printBlock(node, previous)
    previous = { node, text }
    return text
  })
}

const others = new Map([
  ['-', '*'],
  ['*', '-'],
  ['+', '-'],
  ['.', ')'],
  [')', '.'],
])

/** The sign in front of the items of a list: another one than the list in front has. */
function markerOf(list: Node, previous: PrintedBlock | undefined): string {
  const usual = list.type === nodes.bullet_list ? '-' : '.'
  const own = list.attrs.marker === '' ? usual : String(list.attrs.marker)
  const before = previous?.node.type === list.type ? /^\s*\d{0,9}([-+*.)])/.exec(previous.text)?.[1] : undefined
  return before === own ? (others.get(own) ?? own) : own
}

function printList(node: Node, markerAt: (index: number) => string): string {
  const isLoose = node.firstChild?.firstChild?.attrs.wrapped === true || node.children.some(needsEmptyLines)
  const items = node.children.map((item, index) => {
    const marker = markerAt(index)
    const texts = printEach(item.children)
    const text = texts.join(isLoose ? '\n\n' : '\n')
    return prefixed(text, marker, ' '.repeat(marker.length)).trimEnd()
  })
  return items.join(isLoose ? '\n\n' : '\n')
}

/** Whether blocks of an item would be one without an empty line between them. */
const needsEmptyLines = (item: Node): boolean =>
  item.children.some(({ type, attrs }, at) => {
    if (at === 0 || item.child(at - 1).type !== nodes.paragraph) return at > 0 && item.child(at - 1).type === type
    return type === nodes.paragraph || (type === nodes.ordered_list && !['', '1'].includes(String(attrs.start)))
  })

/** Rows are printed once, as long as nobody edits them: a key in a large table prints one. */
const printedRows = new WeakMap<Node, string>()

function printTable(table: Node): string {
  const [first = '', ...others] = table.children.map((row) => {
    const text =
      printedRows.get(row) ??
      `| ${row.children.map((cell) => printInline(cell, '<br>').trim().replaceAll('|', '\\|')).join(' | ')} |`
    printedRows.set(row, text)
    return text
  })
  const rule = table.child(0).children.map(({ attrs }) => rules.get(String(attrs.align)) ?? '---')
  return [first, `| ${rule.join(' | ')} |`, ...others].join('\n')
}

/** How the line below the head says that a column is aligned. */
const rules = new Map([
  ['left', ':---'],
  ['center', ':---:'],
  ['right', '---:'],
])

/** Lines with a sign before the first and another one before the others; empty lines have no spaces. */
const prefixed = (text: string, first: string, others: string) =>
  text
    .split('\n')
    .map((line, at) => (at === 0 ? first + line : (others + line).trimEnd()))
    .join('\n')

function printCode(node: Node): string {
  const text = node.textContent
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}${String(node.attrs.info)}\n${text === '' ? '' : `${text}\n`}${fence}`
}

/** The marks that Markdown has signs for, the outer ones first. */
const signs = new Map([
  [marks.strong, '**'],
  [marks.em, '*'],
  [marks.s, '~~'],
  [marks.u, '<u>'],
  [marks.sub, '<sub>'],
  [marks.sup, '<sup>'],
])
const order = [marks.link, marks.u, marks.sub, marks.sup, marks.strong, marks.em, marks.s]

interface Run {
  text: string
  marks: readonly Mark[]
}

/** @param lineBreak a sign for line breaks where there may be only one line */
function printInline(parent: Node, lineBreak?: string): string {
  let text = ''
  let open: readonly Mark[] = []
  const close = (count: number) => {
    for (const mark of open.slice(count).toReversed()) text += closingMark(mark)
    open = open.slice(0, count)
  }
  for (const run of parent.children.flatMap((child, at) => {
    if (child.type !== nodes.hard_break) return markedRuns(child)
    const isBeside = [at - 1, at + 1].some((other) => parent.maybeChild(other)?.type === nodes.hard_break)
    // Two in a row would be an empty line, which ends the paragraph.
    return [{ text: lineBreak ?? (isBeside ? '<br>' : '  \n'), marks: child.marks }]
  })) {
    const wanted = order.flatMap((type) => type.isInSet(run.marks) ?? [])
    let same = 0
    while (isSameMark(open[same], wanted[same])) same += 1
    close(same)
    for (const mark of wanted.slice(same)) text += mark.type === marks.link ? '[' : (signs.get(mark.type) ?? '')
    open = wanted
    text += run.text
  }
  close(0)
  return text
}

const isSameMark = (a: Mark | undefined, b: Mark | undefined) => a !== undefined && b !== undefined && a.eq(b)

const closingMark = (mark: Mark): string =>
  mark.type === marks.link
    ? `](${printedAddress(String(mark.attrs.href))}${titleOf(mark.attrs.title)})`
    : (signs.get(mark.type) ?? '').replace('<', '</')

/** A child as runs: white space at its ends is outside of its marks, where signs would not be taken for marks. */
function markedRuns(child: Node): Run[] {
  if (child.type === nodes.image) {
    const { src, alt, title } = child.attrs
    if (isPending(src)) return []
    const words = escapeText(typeof alt === 'string' ? alt : '')
    return [{ text: `![${words}](${printedAddress(String(src))}${titleOf(title)})`, marks: child.marks }]
  }
  const text = child.text ?? ''
  if (marks.code.isInSet(child.marks)) return [{ text: printCodeWords(text), marks: child.marks }]
  const words = text.trim()
  if (words === '') return [{ text, marks: child.marks.filter((mark) => mark.type === marks.link) }]
  const start = text.slice(0, text.indexOf(words))
  const end = text.slice(start.length + words.length)
  const link = child.marks.filter((mark) => mark.type === marks.link)
  return [
    ...(start === '' ? [] : [{ text: start, marks: link }]),
    { text: escapeText(words), marks: child.marks },
    ...(end === '' ? [] : [{ text: end, marks: link }]),
  ]
}

function printCodeWords(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + space + text + space + fence
}

/** An address; within signs if it has spaces or brackets. */
const printedAddress = (href: string) =>
  href === '' || /[\s()<>]/.test(href)
    ? `<${href.replaceAll('<', '%3C').replaceAll('>', '%3E').replace(/\s/g, '%20')}>`
    : href

const titleOf = (title: unknown) =>
  typeof title === 'string' && title !== ''
    ? ` "${title.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', ' ')}"`
    : ''

/** A text of which no sign is taken for Markdown. A `_` within a word is none. */
function escapeText(text: string): string {
  let escaped = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    const isWithin = /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at + 1] ?? '')
    const isSpecial = '\\`*[]<'.includes(sign) || (sign === '_' && !isWithin) || (sign === '~' && text[at + 1] === '~')
    const isEntity = sign === '&' && /^&#?[a-z0-9]{1,31};/i.test(text.slice(at, at + 34))
    escaped += isSpecial || isEntity ? `\\${sign}` : sign
  }
  return escaped
}

/** The lines of a paragraph, of which none begins another kind of block; spaces at their starts mean nothing. */
const escapeStart = (text: string) =>
  text
    .trimStart()
    .split('\n')
    .map((line, at) =>
      (at > 0 ? line.trimStart().replace(/^([|:])/, '\\$1') : line)
        .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
        .replace(/^([-+>=])/, '\\$1')
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'),
    )
    .join('\n')
