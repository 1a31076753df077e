import { type Envelope, fail } from '@atelier/operation'
import type { SiteContext } from '../../context/context.ts'
import { bareClass, classNames } from '../../css/applying.ts'
import { everyRule, walkRules } from '../../css/rules.ts'
import { type ComplexSelector, parseSelectors } from '../../css/selector.ts'
import { readSheets } from '../../css/sheets.ts'
import { escapeName } from '../../css/tokenize.ts'
import { nodeClasses, type PageTree } from '../../document/tree.ts'
import { siteFramework } from '../../tokens/framework.ts'
import { collectUses } from '../../tokens/uses.ts'
import type { Found } from '../shared/target.ts'

/**
 * The name of an existing class: by the id of its bare `.name {}` rule, or by its name, with or without the dot.
 * A class exists if a selector or the design system names it, or if an element of the page has it.
 */
export function classOf({ site }: SiteContext, tree: PageTree, classId: string): Found<string> {
  const asked = classId.trim().replace(/^\./, '')
  if (asked === '' || /\s/.test(asked)) return { refused: refuseClass(classId, 'is not one class', []) }
  const rules = readSheets(site)
  for (const [rule] of walkRules(rules)) {
    const name = rule.id === asked ? bareClass(rule) : undefined
    if (name !== undefined) return { found: name }
  }
  const isThere =
    siteFramework(site).utilities.has(asked) || isInSelector(site, asked) || collectUses(tree).classes.has(asked)
  return isThere
    ? { found: asked }
    : { refused: refuseClass(classId, 'is not a class of the site', nearest(asked, classNames(rules))) }
}

/** The name of a class that an element has, by the same names. */
export function ownClass(context: SiteContext, tree: PageTree, nodeId: string, classId: string): Found<string> {
  const node = tree.node(nodeId)
  const own = node ? nodeClasses(node) : []
  const bare = classId.trim().replace(/^\./, '')
  if (own.includes(bare)) return { found: bare }
  const known = classOf(context, tree, classId)
  if (known.refused) return known
  if (own.includes(known.found)) return known
  const hint = own.length > 0 ? `It has ${own.join(', ')}.` : 'It has no class.'
  const message = `The element does not have the class "${known.found}".`
  return { refused: fail('unknown_class', message, { path: '/classId', hint }) }
}

function isInSelector(site: SiteContext['site'], name: string): boolean {
  const written = [name, escapeName(name)]
  for (const { kind, prelude } of everyRule(site)) {
    if (kind !== 'style' || !written.some((each) => prelude.includes(each))) continue
    if (parseSelectors(prelude)?.some((selector) => hasClass(selector, name))) return true
  }
  return false
}

const hasClass = ({ parts }: ComplexSelector, name: string): boolean =>
  parts.some(({ compound }) =>
    compound.some((simple) =>
      simple.kind === 'class'
        ? simple.name === name
        : simple.kind === 'pseudo-class' && (simple.selectors?.some((inner) => hasClass(inner, name)) ?? false),
    ),
  )

/** The names that begin alike first. */
function nearest(asked: string, names: readonly string[]): string[] {
  const alike = (name: string) => (name.startsWith(asked.slice(0, 3)) ? 0 : name.includes(asked.slice(0, 3)) ? 1 : 2)
  return names.toSorted((a, b) => alike(a) - alike(b))
}

function refuseClass(classId: string, what: string, known: readonly string[]): Envelope<never> {
  const list = known.length > 0 ? `Classes: ${known.slice(0, 30).join(', ')}. ` : ''
  return fail('unknown_class', `"${classId.slice(0, 60)}" ${what}.`, {
    path: '/classId',
    hint: `${list}Make one by styling it with applyCss.`,
  })
}
