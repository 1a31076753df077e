import { elementsOf, matchSelectors, type PageTree, parseSelectors } from '@atelier/site'
import type { HandleOutput, operations } from '../session/handles.ts'
import type { ListedStyle } from './useStyles.ts'

export type StyleFilter = 'all' | 'used' | 'unused'

/** Rules of one stylesheet with the same layer and conditions. */
export interface StyleGroup {
  /** Unique among the groups. */
  key: string
  sheet: string
  sheetName: string
  layer: string
  /** The at-rules around the rules, outermost first. */
  conditions: string[]
  styles: ListedStyle[]
}

/** The rules that a search and a filter leave, in groups, in the order of the stylesheets. */
export function groupStyles(styles: readonly ListedStyle[], query: string, filter: StyleFilter): StyleGroup[] {
  const wanted = query.trim().toLowerCase()
  const groups: StyleGroup[] = []
  for (const style of styles) {
    if (filter !== 'all' && (filter === 'unused') !== style.unused) continue
    if (!pathOf(style).toLowerCase().includes(wanted)) continue
    const conditions = style.conditions.filter((each) => each.startsWith('@'))
    const last = groups.at(-1)
    const place = [style.sheet, style.layer, ...conditions].join('\n')
    if (last?.key.endsWith(`:${place}`)) last.styles.push(style)
    else {
      const { sheet, sheetName, layer } = style
      groups.push({ key: `${groups.length}:${place}`, sheet, sheetName, layer, conditions, styles: [style] })
    }
  }
  return groups
}

/** The rule above or below another one in the list, in the same stylesheet. */
export function ruleBeside(listed: readonly ListedStyle[], style: ListedStyle, by: -1 | 1): ListedStyle | undefined {
  const beside = listed[listed.findIndex(({ ruleId }) => ruleId === style.ruleId) + by]
  return beside?.sheet === style.sheet ? beside : undefined
}

/** Where a rule was put: beside another one. */
export interface RulePlace {
  ruleId: string
  targetId: string
  where: 'before' | 'after'
}

/** Whether a rule is listed on that side of the other one. */
export function standsAt(listed: readonly Pick<ListedStyle, 'ruleId'>[], { ruleId, targetId, where }: RulePlace) {
  const own = listed.findIndex((each) => each.ruleId === ruleId)
  const other = listed.findIndex((each) => each.ruleId === targetId)
  return own >= 0 && other >= 0 && own < other === (where === 'before')
}

/** The selector within the selectors around it: `.card &:hover` nested in `.card` reads `.card › &:hover`. */
export const pathOf = ({ conditions, selector }: Pick<ListedStyle, 'conditions' | 'selector'>): string =>
  [...conditions.filter((each) => !each.startsWith('@')), selector].join(' › ')

type Matching = Pick<ListedStyle, 'conditions' | 'selector'>

/** The elements of a page that a rule is about, whatever their state. */
export function elementsOfStyle(tree: PageTree, style: Matching): string[] {
  const match = matcherOf(tree, style)
  return [...tree.walk()].flatMap(({ id, kind }) => (kind === 'element' && match(id) ? [id] : []))
}

/** The state in which a rule is about an element, such as `:hover`; empty for a rule that always is. */
export const stateOfStyle = (tree: PageTree, style: Matching, nodeId: string): string =>
  matcherOf(tree, style)(nodeId)?.join('') ?? ''

function matcherOf(tree: PageTree, { conditions, selector }: Matching) {
  const own = parseSelectors(selector)
  const nesting = conditions.flatMap((each) => (each.startsWith('@') ? [] : [parseSelectors(each) ?? []])).reverse()
  const elements = elementsOf(tree)
  return (id: string) => own && matchSelectors(elements, id, own, nesting)
}

/** The document to go to for the elements of a rule: the open one if it has any, else the first; undefined for none. */
export const pageOfStyle = ({ documents }: Pick<ListedStyle, 'documents'>, open: string | undefined) =>
  (documents.find(({ id }) => id === open) ?? documents[0])?.id

/** A free name for a copy of a class. */
export function copyName(name: string, styles: readonly ListedStyle[]): string {
  const taken = new Set(styles.flatMap(({ classes }) => classes))
  let copy = `${name}-copy`
  for (let number = 2; taken.has(copy); number += 1) copy = `${name}-copy-${number}`
  return copy
}

/** All classes that rules name, by name. */
export const classesOf = (styles: readonly ListedStyle[]): string[] =>
  [...new Set(styles.flatMap(({ classes }) => classes))].sort((a, b) => a.localeCompare(b))

/** A line of a script that may mean a class which was renamed. */
export type UnsureLine = HandleOutput<typeof operations.renameClass>['scriptsLeft'][number]

/** The lines left after a rename that may mean the class; a comment or a variable does not. */
export const unsureLines = (left: readonly UnsureLine[]): UnsureLine[] =>
  left.filter(({ reason }) => !['comment', 'name', 'pattern'].includes(reason))
