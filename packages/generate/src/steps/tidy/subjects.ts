import {
  type ComplexSelector,
  type Declaration,
  nodeAttributes,
  nodeClasses,
  overlap,
  type PageNode,
  parseSelectors,
  type Rule,
  type Specificity,
  specificityOf,
} from '@atelier/site'

type Compound = ComplexSelector['parts'][number]['compound']

/** The subject of one selector of a rule. */
export interface Subject {
  rule: Rule
  /** Only the selector's own, without those around it. */
  specificity: Specificity
  declarations: readonly Declaration[]
  /** Whether an element can be what the selector is about: never false if it is, whatever stands around the element. */
  canMatch(node: PageNode): boolean
}

interface ReadSubjects {
  subjects: Subject[]
  /** The classes that selectors name. */
  classes: Set<string>
  /** The attributes that selectors ask for. */
  attributes: Set<string>
}

/** The subjects of rules. Rules only about pseudo-elements are left out: they say nothing of elements. */
export function readSubjects(rules: readonly (readonly [Rule, readonly Rule[]])[]): ReadSubjects {
  const read: ReadSubjects = { subjects: [], classes: new Set(), attributes: new Set() }
  const compounds = new Map<string, Compound[]>()
  for (const [rule, around] of rules) {
    const selectors = parseSelectors(rule.prelude)
    for (const selector of selectors ?? []) note(selector, read)
    const parent = around.findLast(({ kind }) => kind === 'style')
    const outer = parent ? compounds.get(parent.id) : undefined
    const own = selectors?.map(({ parts }) => parts.at(-1)?.compound ?? []) ?? []
    compounds.set(rule.id, own)
    for (const [i, compound] of own.entries()) {
      const selector = selectors?.[i]
      if (!selector || compound.some(({ kind }) => kind === 'pseudo-element')) continue
      read.subjects.push({
        rule,
        specificity: outer ? [9, 9, 9] : specificityOf(selector),
        declarations: rule.declarations,
        canMatch: (node) => canMatch(compound, node, outer),
      })
    }
  }
  return read
}

function note({ parts }: ComplexSelector, read: ReadSubjects): void {
  for (const simple of parts.flatMap(({ compound }) => compound)) {
    if (simple.kind === 'class') read.classes.add(simple.name)
    else if (simple.kind === 'attribute') read.attributes.add(simple.name.toLowerCase())
    else if (simple.kind === 'pseudo-class') for (const each of simple.selectors ?? []) note(each, read)
  }
}

function canMatch(compound: Compound, node: PageNode, outer: readonly Compound[] | undefined): boolean {
  return compound.every((simple) => {
    switch (simple.kind) {
      case 'type':
        return simple.name.toLowerCase() === node.tag.toLowerCase()
      case 'class':
        return nodeClasses(node).some((name) => name.toLowerCase() === simple.name.toLowerCase())
      case 'id':
      case 'attribute': {
        const name = simple.kind === 'id' ? 'id' : simple.name.toLowerCase()
        const found = nodeAttributes(node).find(([each]) => each.toLowerCase() === name)
        return (
          found !== undefined && (simple.kind === 'attribute' || found[1].toLowerCase() === simple.name.toLowerCase())
        )
      }
      case 'nesting':
        return outer === undefined || outer.some((each) => canMatch(each, node, undefined))
      case 'pseudo-class':
        if (!simple.selectors || !/^(?:is|where|matches|-webkit-any)$/.test(simple.name)) return true
        return simple.selectors.some(({ parts }) => canMatch(parts.at(-1)?.compound ?? [], node, outer))
      default:
        return true
    }
  })
}

/** The properties for which the order of a rule beside these properties counts. */
export function rivalProperties(rules: readonly Subject[], properties: readonly string[]): Set<string> {
  const all = new Set(rules.flatMap(({ declarations }) => declarations.map(({ name }) => name)))
  return new Set([...all].filter((name) => name !== '' && properties.some((each) => overlap(name, each))))
}
