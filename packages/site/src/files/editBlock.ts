import { type Envelope, fail } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import { elementsOf } from '../css/elements.ts'
import { parseSelectors } from '../css/selector.ts'
import { matchSelectors } from '../css/selectorMatch.ts'
import { canHoldChildren, describe } from '../document/edit.ts'
import { nodeAttributes, nodeClasses, type PageNode, splitClasses } from '../document/tree.ts'
import { parseHtml } from '../html/parse.ts'
import { escapeText, openTag, type PrintedRange } from '../html/print.ts'
import { refuseAttribute } from '../html/refuse.ts'
import { BLOCK_ATTRIBUTE, blockNames, isBlock } from './blocks.ts'
import { listFiles, type SiteFile } from './list.ts'
import { linksOf, type MarkupText, markupText } from './text.ts'

export const BLOCK_ACTIONS = [
  'replace',
  'replaceInner',
  'setText',
  'setAttribute',
  'addClass',
  'removeClass',
  'remove',
  'insertBefore',
  'insertAfter',
] as const
export type BlockAction = (typeof BLOCK_ACTIONS)[number]

export interface BlockEdit {
  blockId?: string
  selector?: string
  action: BlockAction
  content?: string
  value?: string
  attr?: string
  className?: string
}

/** Those that may be done to several elements at once. */
const FOR_ALL: ReadonlySet<BlockAction> = new Set(['setAttribute', 'addClass', 'removeClass'])
/** How many matches an error lists. */
const LISTED = 10

/** Elements of a file's text. */
interface Found {
  current: MarkupText
  nodes: PageNode[]
  /** Whether they are in another file than the named one. */
  redirected: boolean
}

type Refused = { problem: Envelope<never> }

/** The text of a file after an edit of one of its blocks, or of the elements that a selector matches. */
export async function editedBlock(
  context: SiteContext,
  file: SiteFile,
  edit: BlockEdit,
): Promise<{ current: MarkupText; text: string; redirected: boolean; problem?: undefined } | Refused> {
  const found = await findBlock(context, file, edit)
  if ('problem' in found) return found
  const { current, nodes, redirected } = found
  let { text } = current
  // From the end, so that the ranges of those before stay right.
  for (const node of nodes.toReversed()) {
    const range = current.ranges.get(node.id)
    if (!range) continue
    const replaced = replacement(current, node, range, edit)
    if (replaced.problem) return { problem: replaced.problem }
    text = text.slice(0, replaced.start) + replaced.text + text.slice(replaced.end)
  }
  return { current, text, redirected }
}

async function findBlock(context: SiteContext, file: SiteFile, edit: BlockEdit): Promise<Found | Refused> {
  const { blockId, selector } = edit
  if ((blockId === undefined) === (selector === undefined)) {
    const hint = 'Give blockId, the data-block of an element, or a selector.'
    return { problem: fail('invalid_input', 'It takes either a blockId or a selector.', { path: '/blockId', hint }) }
  }
  const current = await markupText(context, file)
  if (!current) {
    const hint = 'Use editFiles for styles and scripts.'
    return { problem: fail('no_markup', `${file.name} holds no elements.`, { path: '/file', hint }) }
  }
  if (blockId !== undefined) {
    const node = blockIn(current, blockId)
    if (node) return { current, nodes: [node], redirected: false }
    for (const other of await listFiles(context)) {
      if (other.kind !== 'part' && other.kind !== 'component') continue
      const shared = await markupText(context, other)
      const inShared = shared && blockIn(shared, blockId)
      if (inShared) return { current: shared, nodes: [inShared], redirected: true }
    }
    const blocks = blocksOf(current).map(({ name, node }) => `${name} <${node.tag}>`)
    const hint =
      blocks.length === 0 ? 'The file has no blocks; use a selector.' : `Its blocks: ${blocks.slice(0, 30).join(', ')}.`
    return {
      problem: fail('unknown_block', `${file.name} has no block "${blockId.slice(0, 80)}".`, {
        path: '/blockId',
        hint,
      }),
    }
  }
  const selectors = parseSelectors(withAddresses(context, current, selector ?? ''))
  if (!selectors) {
    const hint = 'Write it as in a stylesheet: main > .card a[href^="/"].'
    return {
      problem: fail('invalid_selector', `"${(selector ?? '').slice(0, 80)}" is not a CSS selector.`, {
        path: '/selector',
        hint,
      }),
    }
  }
  const elements = elementsOf(current.tree)
  const nodes = shownElements(current).filter((node) => matchSelectors(elements, node.id, selectors)?.length === 0)
  if (nodes.length === 0) {
    const hint = `Read ${file.name} and use what stands there, or a blockId.`
    return {
      problem: fail('not_found', `No element of ${file.name} matches ${selector}.`, { path: '/selector', hint }),
    }
  }
  if (nodes.length > 1 && !FOR_ALL.has(edit.action)) {
    const names = blockNames(current.tree)
    const list = nodes.slice(0, LISTED).map((node) => {
      let block: PageNode | undefined = node
      while (block && !isBlock(block)) block = current.tree.node(block.parent)
      return `line ${elementLine(current, node)} <${node.tag}>${block ? ` in block ${names.nameOf(block)}` : ''}`
    })
    const more = nodes.length > LISTED ? ` and ${nodes.length - LISTED} more` : ''
    return {
      problem: fail('ambiguous', `${nodes.length} elements match ${selector}: ${list.join(', ')}${more}.`, {
        path: '/selector',
        hint: 'Name one by its blockId, or by a selector that matches it alone.',
      }),
    }
  }
  return { current, nodes, redirected: false }
}

/** A selector with the addresses of pages for the names of their files, which the text of a file shows. */
function withAddresses({ site }: SiteContext, { entry }: MarkupText, selector: string): string {
  const links = linksOf(site, entry)
  return selector.replace(/(href\^?=["'])([^"']{1,400})(?=["'])/gi, (_, start: string, url: string) => {
    return start + (links.stored('a', [['href', url]])[0]?.[1] ?? url)
  })
}

const shownElements = ({ tree, ranges }: MarkupText) =>
  [...tree.walk()].filter(({ id, kind }) => kind === 'element' && ranges.has(id))

function blockIn(current: MarkupText, blockId: string): PageNode | undefined {
  const node = blockNames(current.tree).find(blockId)
  return node?.kind === 'element' && current.ranges.has(node.id) ? node : undefined
}

/** The blocks of a file, by name. */
export function blocksOf(current: MarkupText): { name: string; node: PageNode }[] {
  const names = blockNames(current.tree)
  return shownElements(current).flatMap((node) => (isBlock(node) ? [{ name: names.nameOf(node), node }] : []))
}

const elementLine = ({ text, ranges }: MarkupText, { id }: PageNode) =>
  text.slice(0, ranges.get(id)?.start ?? 0).split('\n').length

function replacement(
  current: MarkupText,
  node: PageNode,
  range: PrintedRange,
  { action, content, value, attr, className }: BlockEdit,
): { start: number; end: number; text: string; problem?: undefined } | Refused {
  const { text } = current
  const missing = (name: string) => ({
    problem: fail('invalid_input', `The action ${action} needs ${name}.`, {
      path: `/${name}`,
      hint: `Send ${name} too.`,
    }),
  })
  const holds = canHoldChildren(node)
  switch (action) {
    case 'remove':
      return { start: range.start, end: range.end, text: '' }
    case 'replace':
      if (content === undefined || content.trim() === '') return missing('content')
      return { start: range.start, end: range.end, text: withBlockName(current, node, content) }
    case 'insertBefore':
    case 'insertAfter': {
      if (content === undefined || content.trim() === '') return missing('content')
      const at = action === 'insertBefore' ? range.start : range.end
      return { start: at, end: at, text: content }
    }
    case 'replaceInner':
    case 'setText': {
      const given = action === 'setText' ? value : content
      if (given === undefined) return missing(action === 'setText' ? 'value' : 'content')
      if (!holds) {
        const hint = 'Use setAttribute, or replace the whole element.'
        return { problem: fail('misplaced', `${describe(node)} has no content.`, { path: '/action', hint }) }
      }
      return { start: range.innerStart, end: range.innerEnd, text: action === 'setText' ? escapeText(given) : given }
    }
    default: {
      const start = text.slice(range.start, range.innerStart)
      const attributes = nodeAttributes(node).map(([name, each]) => [name, each] as const)
      const block = / data-block="[^"]*">$/.exec(start)?.[0].slice(0, -1) ?? ''
      const set = (name: string, to: string | undefined) => {
        const at = attributes.findIndex(([each]) => each === name)
        const made = to === undefined ? [] : [[name, to] as const]
        return attributes.toSpliced(at < 0 ? attributes.length : at, at < 0 ? 0 : 1, ...made)
      }
      let next: readonly (readonly [string, string])[]
      if (action === 'setAttribute') {
        if (attr === undefined || attr === '') return missing('attr')
        if (value === undefined) return missing('value')
        if (attr === BLOCK_ATTRIBUTE || !/^[a-z_:][\w:.-]{0,100}$/i.test(attr)) {
          const hint = 'Give the name of an attribute, such as href.'
          return { problem: fail('invalid_input', `“${attr.slice(0, 60)}” cannot be set.`, { path: '/attr', hint }) }
        }
        const why = refuseAttribute(node.tag, attr, value)
        if (why !== undefined) {
          const message = `${attr}="${value.slice(0, 60)}" was refused: ${why}.`
          return { problem: fail('refused', message, { path: '/attr', hint: 'Set another attribute or value.' }) }
        }
        next = set(attr.toLowerCase(), value)
      } else {
        if (className === undefined || className.trim() === '') return missing('className')
        const own = nodeClasses(node)
        const named = splitClasses(className)
        const classes =
          action === 'addClass'
            ? [...own, ...named.filter((each) => !own.includes(each))]
            : own.filter((each) => !named.includes(each))
        next = set('class', classes.length > 0 ? classes.join(' ') : undefined)
      }
      return {
        start: range.start,
        end: range.innerStart,
        text: openTag(node.tag, node.ns, next).replace(/>$/, () => `${block}>`),
      }
    }
  }
}

/** New content for a block whose first element has the block's name, so that it stays that block. */
function withBlockName(current: MarkupText, node: PageNode, content: string): string {
  if (!isBlock(node)) return content
  const name = blockNames(current.tree).nameOf(node)
  const at = content.search(/<[a-z]/i)
  const first = parseHtml(content).nodes.find(({ kind }) => kind === 'element')
  if (at < 0 || !first) return content
  const given = first.attrs?.find(([each]) => each === BLOCK_ATTRIBUTE)?.[1]
  if (given === name) return content
  const tag = /^<[a-z][^\s/>]*/i.exec(content.slice(at))?.[0] ?? ''
  const rest = content.slice(at + tag.length)
  const clean = given === undefined ? rest : rest.replace(/\sdata-block=(?:"[^"]*"|'[^']*'|[^\s>]+)/, '')
  return `${content.slice(0, at)}${tag} ${BLOCK_ATTRIBUTE}="${name}"${clean}`
}
