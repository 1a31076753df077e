import type { Steps } from '@atelier/operation'
import { bareClass, nodeClasses, parseSelectors, type Rule, specificityOf } from '@atelier/site'
import { freeName, type TidyProposal, type TidySite } from './proposal.ts'
import { rivalProperties } from './subjects.ts'

/** How many declarations have to be the same. */
const LEAST = 4

/**
 * Rules of single classes of the site's own stylesheet that say the same, as one class. Only where no rule between them
 * sets the same with the same weight, as the later ones move up to the first.
 */
export function* repeatedRules(read: TidySite): Steps<TidyProposal[]> {
  if (read.keepsClasses) return []
  const own = read.rules.filter(([{ sheet }]) => sheet === '')
  const groups = new Map<string, number[]>()
  for (const [at, [rule, around]] of own.entries()) {
    const key = around.length === 0 && bareClass(rule) !== undefined ? declarationsText(rule) : undefined
    if (key === undefined) continue
    const group = groups.get(key) ?? []
    group.push(at)
    groups.set(key, group)
  }
  const proposals: TidyProposal[] = []
  for (const places of groups.values()) {
    yield
    const rules = places.flatMap((at) => own[at]?.[0] ?? [])
    const [first] = rules
    if (!first || rules.length < 2) continue
    const properties = rivalProperties(
      read.subjects,
      first.declarations.map(({ name }) => name),
    )
    const between = own.slice(places[0], places.at(-1)).filter((_, i) => !places.includes(i + (places[0] ?? 0)))
    if (between.some(([rule]) => isRival(rule, properties)) || isOnRoot(read, rules)) continue
    const classes = rules.flatMap((rule) => bareClass(rule) ?? [])
    const name = freeName(`${classes[0] ?? 'shared'}-shared`, read.taken)
    proposals.push({
      kind: 'class',
      title: `What ${classes.map((each) => `.${each}`).join(', ')} have in common becomes the class ${name}.`,
      calls: [{ name: 'extractClass', input: { name, ruleIds: rules.map(({ id }) => id) } }],
    })
  }
  return proposals
}

/** A rule's declarations, as one text; undefined if it is too little, or its parts depend on each other's order. */
function declarationsText({ declarations, rules }: Rule): string | undefined {
  const names = declarations.map(({ name }) => name)
  const isPlain = rules.length === 0 && !names.includes('') && new Set(names).size === names.length
  if (!isPlain || names.length < LEAST || names.some((name) => name.startsWith('--'))) return undefined
  return declarations
    .map(({ name, value, important }) => `${name}:${value.replace(/\s+/g, ' ')}${important ? '!' : ''}`)
    .join(';')
}

/** Whether the order of a rule and that of a class counts: it sets the same, and is not stronger or weaker by itself. */
function isRival(rule: Rule, properties: ReadonlySet<string>): boolean {
  if (!rule.declarations.some(({ name }) => properties.has(name))) return false
  const weights = parseSelectors(rule.prelude)?.map((selector) => specificityOf(selector))
  return (
    !weights || rule.parent !== '' || weights.some(([ids, classes, types]) => ids === 0 && classes === 1 && types === 0)
  )
}

/** Whether the html element, which is in no page, has one of the classes. */
const isOnRoot = ({ pages }: TidySite, rules: readonly Rule[]): boolean =>
  pages.some(({ tree }) => {
    const html = tree.node(tree.html)
    return html !== undefined && rules.some((rule) => nodeClasses(html).includes(bareClass(rule) ?? ''))
  })
