import type { LooseNode } from '../document/edit.ts'
import { isSpecial } from '../document/special.ts'

/** The maximum number of kinds of mistake in the warnings of one call. */
const MAX_WARNINGS = 12

interface Rule {
  /** Whether an element breaks it, inside these ones, the nearest first. */
  breaks(node: LooseNode, around: readonly string[]): boolean
  says(node: LooseNode, around: readonly string[]): string
  /** The section of the HTML standard that states the rule. */
  section: string
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const INTERACTIVE = words('a button select textarea label details embed iframe')
const attribute = ({ attrs = [] }: LooseNode, name: string) => attrs.find(([each]) => each === name)?.[1]

/** Elements that are allowed only as direct children of certain others. */
const PARENTS: Readonly<Record<string, { parents: ReadonlySet<string>; section: string }>> = {
  li: { parents: words('ul ol menu'), section: '4.4.8' },
  dt: { parents: words('dl div'), section: '4.4.10' },
  dd: { parents: words('dl div'), section: '4.4.11' },
  figcaption: { parents: words('figure'), section: '4.4.13' },
  legend: { parents: words('fieldset optgroup'), section: '4.10.16' },
  option: { parents: words('select datalist optgroup'), section: '4.10.10' },
  optgroup: { parents: words('select'), section: '4.10.9' },
  source: { parents: words('picture video audio'), section: '4.8.2' },
  summary: { parents: words('details'), section: '4.11.2' },
  track: { parents: words('video audio'), section: '4.8.11' },
}
/** Elements whose children are of one kind. */
const CHILDREN: Readonly<Record<string, { children: ReadonlySet<string>; section: string }>> = {
  ul: { children: words('li script template'), section: '4.4.6' },
  ol: { children: words('li script template'), section: '4.4.5' },
  dl: { children: words('dt dd div script template'), section: '4.4.9' },
  select: { children: words('option optgroup hr button div noscript script template'), section: '4.10.7' },
}

function isInteractive(node: LooseNode): boolean {
  const { tag = '' } = node
  if (tag === 'input') return attribute(node, 'type')?.trim().toLowerCase() !== 'hidden'
  return INTERACTIVE.has(tag)
}

const RULES: readonly Rule[] = [
  {
    breaks: (node, around) => isInteractive(node) && around.some((tag) => tag === 'a' || tag === 'button'),
    says: ({ tag }, around) =>
      `<${tag}> inside <${around.find((each) => each === 'a' || each === 'button')}>: what can be clicked cannot hold something else that can`,
    section: '4.5.1 and 4.10.6',
  },
  {
    breaks: ({ tag }, around) => tag === 'label' && around.includes('label'),
    says: () => '<label> inside <label>',
    section: '4.10.4',
  },
  {
    breaks: ({ tag }, around) => tag === 'form' && around.includes('form'),
    says: () => '<form> inside <form>',
    section: '4.10.3',
  },
  {
    breaks: ({ tag }, around) =>
      tag === 'main' && around.some((each) => /^(?:article|aside|footer|header|nav)$/.test(each)),
    says: (_, around) => `<main> inside <${around.find((each) => /^(?:article|aside|footer|header|nav)$/.test(each))}>`,
    section: '4.4.14',
  },
  {
    breaks: ({ tag = '' }, around) => {
      const [parent] = around
      const rule = Object.hasOwn(PARENTS, tag) ? PARENTS[tag] : undefined
      // The options of a select may be inside other elements.
      if (/^opt(?:ion|group)$/.test(tag) && (parent === 'div' || parent === 'noscript') && around.includes('select')) {
        return false
      }
      return rule !== undefined && parent !== undefined && !rule.parents.has(parent)
    },
    says: ({ tag = '' }, [parent]) =>
      `<${tag}> belongs into ${[...(PARENTS[tag]?.parents ?? [])].map((each) => `<${each}>`).join(' or ')}, not into <${parent}>`,
    section: '',
  },
  {
    breaks: ({ tag = '' }, [parent = '']) => {
      const rule = Object.hasOwn(CHILDREN, parent) ? CHILDREN[parent] : undefined
      return rule !== undefined && !rule.children.has(tag)
    },
    says: ({ tag }, [parent = '']) =>
      `<${tag}> straight inside <${parent}>, which holds only ${[...(CHILDREN[parent]?.children ?? [])]
        .slice(0, 3)
        .map((each) => `<${each}>`)
        .join(', ')}`,
    section: '',
  },
]

/**
 * Violations of the HTML standard by these nodes in their new place, as sentences, each kind once. Covers only what
 * the parser accepts; loops, components and the like count as the elements around them.
 * @param around the tags of the elements around the new place, the nearest first
 */
export function contentWarnings(nodes: readonly LooseNode[], around: readonly string[]): string[] {
  const found = new Map<string, { section: string; count: number }>()
  const stack = nodes.toReversed().map((node) => ({ node, around }))
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, around: outer } = next
    if (node.kind !== 'element' || node.ns !== undefined) continue
    if (!isSpecial(node)) {
      for (const rule of RULES) {
        if (!rule.breaks(node, outer)) continue
        const text = rule.says(node, outer)
        const known = found.get(text) ?? { section: rule.section || sectionOf(node.tag, outer[0]), count: 0 }
        known.count += 1
        found.set(text, known)
      }
    }
    const inside = isSpecial(node) || node.tag === 'template' ? outer : [node.tag ?? '', ...outer]
    for (const child of (node.children ?? []).toReversed()) stack.push({ node: child, around: inside })
  }
  return [...found].slice(0, MAX_WARNINGS).map(([text, { section, count }]) => {
    const times = count > 1 ? ` (${count} times)` : ''
    return `Against the content model: ${text}${times}. HTML, ${section}.`
  })
}

function sectionOf(tag = '', parent = ''): string {
  const rule = Object.hasOwn(PARENTS, tag) ? PARENTS[tag] : undefined
  if (rule && !rule.parents.has(parent)) return rule.section
  return Object.hasOwn(CHILDREN, parent) ? (CHILDREN[parent]?.section ?? '') : ''
}
