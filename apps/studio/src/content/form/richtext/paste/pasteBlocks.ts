import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { pendingAddress, schema } from '../model/schema.ts'
import { createFlow, type Flow, turnParagraphs } from './flow.ts'
import { countLeftOut, type LeftOut, leftOutKind } from './leftOut.ts'
import { isLabel, isNumber, labelOf, listItemOf, startOf, withBlocks, wordLevel } from './pastedLists.ts'
import { pastedMarks } from './pastedMarks.ts'
import { isElement, type PastedElement, type PastedNode, pastedElements, styleOf, wordsOf } from './pastedNode.ts'
import { isInvisible, type PastedPicture, pictureFrom, pictureWords } from './pastedPictures.ts'
import { isLayout, readTable } from './pastedTable.ts'

const { nodes } = schema

/** The clipboard as blocks of a text. */
export interface Pasted {
  blocks: Node[]
  /** Those that are in the blocks by their key. */
  pictures: PastedPicture[]
  leftOut: LeftOut
}

interface Around {
  marks: readonly Mark[]
  /** Line breaks in a text are breaks. */
  keepsLines: boolean
  /** How many lists are around. */
  lists: number
}

const OUTSIDE: Around = { marks: [], keepsLines: false, lists: 0 }

const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup html legend li main nav optgroup p search section summary table tbody tfoot thead tr ul ol'.split(
    ' ',
  ),
)
const SILENT: ReadonlySet<string> = new Set(
  'base head link meta noscript param script source style template title track wbr xml colgroup col datalist'.split(
    ' ',
  ),
)
const MONOSPACE = /\b(?:consolas|menlo|monaco|courier|monospace)\b/

/** @param firstKey of the pictures, which no other picture of the text has */
export function pasteBlocks(clipboard: readonly PastedNode[], firstKey = 0): Pasted {
  const pictures: PastedPicture[] = []
  const left = countLeftOut()

  function visitAll(children: readonly PastedNode[], flow: Flow, around: Around): void {
    for (const child of children) {
      if (isElement(child)) visit(child, flow, around)
      else if (around.keepsLines && child.trim() !== '') flow.addExact(child.replace(/\r\n?/g, '\n'), around.marks)
      else flow.addText(child, around.marks)
    }
  }

  /** The blocks within an element. */
  function inside(element: PastedElement, around: Around): Node[] {
    const flow = createFlow()
    visitAll(element.children, flow, around)
    return flow.end()
  }

  function visit(element: PastedElement, flow: Flow, around: Around): void {
    const { tag, attributes } = element
    const style = styleOf(element)
    const isHidden =
      style.get('display') === 'none' || style.get('mso-hide') === 'all' || attributes.hidden !== undefined
    if (SILENT.has(tag) || isHidden || isLabel(style)) return
    if (/^(?:comment|annotation)-list$/.test(style.get('mso-element') ?? '')) {
      if (wordsOf(element.children).trim() !== '') left.add('comment')
      return
    }
    if (attributes.class === 'MsoCommentReference') return
    const kind = leftOutKind(tag)
    if (tag === 'input' && /^checkbox$/i.test(attributes.type ?? '')) {
      flow.addText('checked' in attributes ? '☑ ' : '☐ ', around.marks)
      return
    }
    if (kind !== undefined) {
      const isDecoration = attributes['aria-hidden'] === 'true' || attributes.type === 'hidden'
      if (!isDecoration) left.add(kind)
      return
    }
    if (tag === 'br') {
      flow.addInline(nodes.hard_break.create())
      return
    }
    if (tag === 'img') {
      visitPicture(element, flow, around)
      return
    }
    const marks = pastedMarks(element, style, around.marks)
    const own: Around = { ...around, marks, keepsLines: keepsLines(style, around.keepsLines) }
    const level = wordLevel(style)
    const heading = headingLevel(element)
    if (tag === 'hr') flow.addBlock(nodes.horizontal_rule.create())
    else if (heading !== undefined) {
      const label = level === undefined ? '' : labelOf(element)
      const sub = createFlow()
      if (label !== '') sub.addText(`${label} `, marks)
      visitAll(element.children, sub, own)
      for (const block of turnParagraphs(sub.end(), nodes.heading, { level: heading })) flow.addBlock(block)
    } else if (level !== undefined) {
      const label = labelOf(element)
      flow.addItem({ level, isOrdered: isNumber(label), start: startOf(label), blocks: inside(element, own) })
    } else if (/\bMsoListParagraph/.test(attributes.class ?? '')) {
      // A further paragraph of an item.
      const blocks = inside(element, own)
      if (!flow.extendItem(blocks)) for (const block of blocks) flow.addBlock(block)
    } else if (tag === 'ul' || tag === 'ol') visitList(element, flow, own)
    else if (tag === 'table') visitTable(element, flow, own)
    else if (tag === 'pre' || isCodeBox(element, style)) flow.addBlock(codeOf(element))
    else if (tag === 'blockquote' && style.get('border') !== 'none' && !/^none/.test(style.get('border-left') ?? '')) {
      const blocks = inside(element, own)
      if (blocks.length > 0) flow.addBlock(nodes.blockquote.create(null, blocks))
    } else if (tag === 'dt') {
      flow.endParagraph()
      visitAll(element.children, flow, { ...own, marks: schema.marks.strong.create().addToSet(marks) })
      flow.endParagraph()
    } else if (tag === 'q') {
      flow.addText('“', marks)
      visitAll(element.children, flow, own)
      flow.addText('”', marks)
    } else if (tag === 'math') flow.addText(formulaOf(element), marks)
    else if (/^checkbox checkbox-o(?:n|ff)$/.test(attributes.class ?? ''))
      flow.addText(attributes.class?.endsWith('on') ? '☑ ' : '☐ ', marks)
    else if (BLOCKS.has(tag) || tag === 'blockquote') {
      flow.endParagraph()
      visitAll(element.children, flow, own)
      flow.endParagraph()
    } else visitAll(element.children, flow, own)
  }

  function visitPicture(element: PastedElement, flow: Flow, around: Around): void {
    const words = pictureWords(element)
    if (words !== undefined) flow.addText(words, around.marks)
    else if (element.attributes['aria-roledescription'] === 'checkbox' || isInvisible(element)) return
    else {
      const { alt = '' } = element.attributes
      const from = pictureFrom(element)
      if (!from) {
        left.add('picture')
        return
      }
      const key = firstKey + pictures.length
      pictures.push({ key, alt: alt.trim(), ...from })
      flow.addInline(nodes.image.create({ src: pendingAddress(key), alt: alt.trim() }, null, around.marks))
    }
  }

  function visitList(list: PastedElement, flow: Flow, around: Around): void {
    const isOrdered = list.tag === 'ol'
    const own = { ...around, lists: around.lists + 1 }
    const levels = list.children.filter(isElement).map((item) => levelOf(item))
    // The web's Word has each item in a list of its own, with its level.
    if (around.lists === 0 && levels.length > 0 && levels.every((level) => level !== undefined) && isFlat(list)) {
      for (const [at, item] of list.children.filter(isElement).entries()) {
        const start = at === 0 ? startNumber(list) : ''
        flow.addItem({ level: levels[at] ?? 1, isOrdered, start, blocks: itemBlocks(item, own) })
      }
      return
    }
    const items: Node[] = []
    const addToLast = (blocks: readonly Node[]) => {
      const last = items.pop()
      items.push(last ? withBlocks(last, blocks) : listItemOf(blocks))
    }
    for (const child of list.children) {
      if (isElement(child) && child.tag === 'li') items.push(listItemOf(itemBlocks(child, own)))
      else {
        const blocks = inside({ tag: 'div', attributes: {}, children: [child] }, own)
        if (blocks.length > 0) addToLast(blocks)
      }
    }
    if (items.length === 0) return
    flow.addBlock(
      isOrdered
        ? nodes.ordered_list.create({ start: startNumber(list) }, items)
        : nodes.bullet_list.create(null, items),
    )
  }

  function itemBlocks(item: PastedElement, around: Around): Node[] {
    const sub = createFlow()
    const style = styleOf(item)
    visitAll(item.children, sub, { ...around, marks: pastedMarks(item, style, around.marks) })
    const blocks = sub.end()
    if (item.attributes.role !== 'checkbox') return blocks
    const sign = schema.text(item.attributes['aria-checked'] === 'true' ? '☑ ' : '☐ ')
    const [first, ...others] = blocks
    if (first?.type !== nodes.paragraph) return [nodes.paragraph.create(null, sign), ...blocks]
    return [first.copy(Fragment.from([sign, ...first.children])), ...others]
  }

  function visitTable(table: PastedElement, flow: Flow, around: Around): void {
    for (const caption of table.children.filter(isElement).filter(({ tag }) => tag === 'caption'))
      visit(caption, flow, around)
    const others = { ...table, children: table.children.filter((each) => !isElement(each) || each.tag !== 'caption') }
    const isBox = isLayout(others)
    const made = isBox ? undefined : readTable(others, (cell) => inside(cell, cellAround(cell, around)), left.add)
    if (made) flow.addBlock(made)
    else {
      flow.endParagraph()
      for (const cell of cellsOf(others.children)) {
        visitAll(cell.children, flow, cellAround(cell, around))
        flow.endParagraph()
      }
    }
  }

  const cellAround = (cell: PastedElement, around: Around): Around => ({
    ...around,
    marks: pastedMarks(cell, styleOf(cell), around.marks),
    lists: 0,
  })

  const flow = createFlow()
  visitAll(clipboard, flow, OUTSIDE)
  return { blocks: flow.end(), pictures, leftOut: left.counts }
}

/** The cells of a table that only arranges, in their order. */
const cellsOf = (children: readonly PastedNode[]): PastedElement[] =>
  children
    .filter(isElement)
    .flatMap((child) => (child.tag === 'td' || child.tag === 'th' ? [child] : cellsOf(child.children)))

/** Whether the items of a list have levels instead of lists in them. */
const isFlat = (list: PastedElement) =>
  pastedElements(list.children, 'ul').length + pastedElements(list.children, 'ol').length === 0

function levelOf({ attributes }: PastedElement): number | undefined {
  const level = Number.parseInt(attributes['data-aria-level'] ?? attributes['aria-level'] ?? '', 10)
  return Number.isInteger(level) && level > 0 && level < 100 ? level : undefined
}

function startNumber({ attributes: { start = '' } }: PastedElement): string {
  return /^\d{1,9}$/.test(start) && start !== '1' ? start : ''
}

function headingLevel({ tag, attributes }: PastedElement): number | undefined {
  if (/^h[1-6]$/.test(tag)) return Number(tag.slice(1))
  if (attributes.role === 'heading') return Math.min(Math.max(Number(attributes['aria-level']) || 2, 1), 6)
  const name = attributes.class ?? ''
  if (tag === 'p' && /^MsoTitle/.test(name)) return 1
  const word = /^MsoHeading([1-6])$/.exec(name)?.[1]
  return word === undefined ? undefined : Number(word)
}

function keepsLines(style: ReadonlyMap<string, string>, around: boolean): boolean {
  const space = style.get('white-space') ?? ''
  return space === '' ? around : /^pre/.test(space)
}

/** Whether an editor of code wrote a box of its lines. */
const isCodeBox = ({ tag }: PastedElement, style: ReadonlyMap<string, string>) =>
  tag === 'div' && style.get('white-space') === 'pre' && MONOSPACE.test(style.get('font-family') ?? '')

function codeOf(element: PastedElement): Node {
  const code = pastedElements(element.children, 'code')[0]
  const names = `${code?.attributes.class ?? ''} ${element.attributes.class ?? ''}`
  const info = /\blang(?:uage)?-([\w+#-]{1,30})/.exec(names)?.[1] ?? ''
  const text = codeLines(element.children).replace(/\r\n?/g, '\n').replace(/^\n/, '').replace(/\n$/, '')
  return nodes.code_block.create({ info }, text === '' ? [] : [schema.text(text)])
}

/** The text of code: each `div` or item in it is a line. */
function codeLines(children: readonly PastedNode[]): string {
  let text = ''
  for (const child of children) {
    if (!isElement(child)) text += child
    else if (child.tag === 'br') text += '\n'
    else {
      const isLine = /^(?:div|p|li|tr)$/.test(child.tag)
      if (isLine && text !== '' && !text.endsWith('\n')) text += '\n'
      const inner = codeLines(child.children)
      text += isLine && !inner.endsWith('\n') ? `${inner}\n` : inner
    }
  }
  return text
}

/** A formula as it is written in TeX, if it says so. */
const formulaOf = (math: PastedElement): string =>
  wordsOf(pastedElements(math.children, 'annotation')[0]?.children ?? math.children)
