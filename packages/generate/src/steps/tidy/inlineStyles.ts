import type { Steps } from '@atelier/operation'
import { excerpt } from '@atelier/operation'
import { nodeAttribute, nodeClasses, type PageNode, parseBlock, readDeclaration } from '@atelier/site'
import { freeName, type TidyProposal, type TidySite } from './proposal.ts'
import { rivalProperties, type Subject } from './subjects.ts'

/** How many elements with the same style are worth a class, and the most that one call takes. */
const LEAST = 3
const MOST = 200

interface Styled {
  node: PageNode
  properties: readonly string[]
}

/**
 * Elements of pages whose `style` attributes hold the same declarations, as a class for each such group. Only where no
 * rule that could win over a class sets the same, whatever stands around the elements.
 */
export function* repeatedInlineStyles(read: TidySite): Steps<TidyProposal[]> {
  if (read.keepsClasses) return []
  const groups = new Map<string, Styled[]>()
  for (const { mayChange, tree } of read.pages) {
    if (!mayChange) continue
    for (const node of tree.walk()) {
      yield
      const style = node.kind === 'element' && node.ns === undefined ? nodeAttribute(node, 'style') : undefined
      const declared = style === undefined ? undefined : readStyle(style)
      if (!declared || nodeClasses(node).some((name) => read.utilities.has(name))) continue
      const group = groups.get(declared.key) ?? []
      group.push({ node, properties: declared.properties })
      groups.set(declared.key, group)
    }
  }
  const proposals: TidyProposal[] = []
  for (const [key, all] of groups) {
    yield
    const [first] = all
    if (!first || all.length < LEAST || all.length > MOST) continue
    const names = rivalProperties(read.subjects, first.properties)
    const rivals = read.subjects.filter((subject) => isRival(subject, names))
    if (all.some(({ node }) => rivals.some(({ canMatch }) => canMatch(node)))) continue
    const nodes = all.map(({ node }) => node)
    const name = freeName(stemOf(nodes, first.properties), read.taken)
    proposals.push({
      kind: 'class',
      title: `The style “${shortenStyle(key)}” of ${nodes.length} elements becomes the class ${name}.`,
      calls: [{ name: 'extractClass', input: { name, nodeIds: nodes.map(({ id }) => id) } }],
    })
  }
  return proposals
}

/** Whether a rule could win over a class, in the order of rules or by its weight. */
const isRival = ({ declarations, specificity: [ids, classes] }: Subject, names: ReadonlySet<string>): boolean =>
  declarations.some(({ name, important }) => names.has(name) && (important || ids > 0 || classes > 0))

/** The declarations of a `style` attribute; undefined if it holds anything that means something else in a stylesheet. */
function readStyle(style: string): { key: string; properties: string[] } | undefined {
  if (/[{}]|url\(/i.test(style)) return undefined
  const items = parseBlock(style).items
  const declarations = items.flatMap((item) => (item.kind === 'declaration' ? [readDeclaration(item.text)] : []))
  const properties = declarations.map(({ name }) => name)
  if (declarations.length === 0 || declarations.length < items.length) return undefined
  if (new Set(properties).size < properties.length) return undefined
  const texts = declarations.map(
    ({ name, value, important }) => `${name}: ${value.replace(/\s+/g, ' ')}${important ? ' !important' : ''}`,
  )
  return { key: texts.join('; '), properties }
}

const WORDS: readonly (readonly [start: string, word: string])[] = [
  ['text-align', 'aligned'],
  ['background', 'filled'],
  ['border', 'outlined'],
  ['margin', 'spaced'],
  ['padding', 'padded'],
  ['display', 'arranged'],
  ['grid', 'arranged'],
  ['flex', 'arranged'],
  ['font', 'set'],
  ['color', 'tinted'],
  ['max-width', 'narrow'],
  ['width', 'sized'],
]

/** The stem of a class's name: by what the elements have in common, and by what it sets first. */
function stemOf(nodes: readonly PageNode[], [property = '']: readonly string[]): string {
  const [first] = nodes
  const shared = first && nodeClasses(first).find((name) => nodes.every((each) => nodeClasses(each).includes(name)))
  const tags = new Set(nodes.map(({ tag }) => tag))
  const what = shared ?? (tags.size === 1 ? first?.tag : undefined) ?? 'element'
  const stem = what.toLowerCase().replace(/[^a-z0-9-]+/g, '-')
  return `${/^[a-z]/.test(stem) ? stem : 'element'}-${WORDS.find(([start]) => property.startsWith(start))?.[1] ?? 'styled'}`
}

const shortenStyle = (text: string) => excerpt(text, 60)
