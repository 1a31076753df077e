import { isRecord } from '../document/node.ts'
import { furtherProperties } from './cssNames.ts'
import type { CssGrammar } from './cssTree.ts'

/** The words of a property: what an editor offers while its value is being typed. */
export interface PropertyVocabulary {
  /** Keywords and functions (`flex`, `minmax()`), in the order of the specification; without vendor prefixes. */
  words: readonly string[]
  /** Which kinds of value it takes anywhere in it: `length`, `percentage`, `number`, `integer`, `color`, `time`, `angle`. */
  kinds: ReadonlySet<string>
}

/** Types whose words would bury all others. */
const tooMany = new Set(['deprecated-system-color', 'system-color', 'named-color', 'color-function', 'color-space'])
const valueKinds = new Set(['length', 'percentage', 'number', 'integer', 'color', 'time', 'angle', 'flex', 'image'])

/** All names of properties that a browser or a draft defines, without vendor prefixes, sorted. */
export function propertyNames(grammar: CssGrammar): string[] {
  const names = new Set([...Object.keys(grammar.properties), ...furtherProperties])
  return [...names].filter((name) => !name.startsWith('-')).sort()
}

/** The words and kinds of value of a property; empty for one that the grammar does not know. */
export function propertyVocabulary(grammar: CssGrammar, property: string): PropertyVocabulary {
  const words = new Set<string>()
  const kinds = new Set<string>()
  const seen = new Set<string>()
  const visit = (syntax: unknown): void => {
    if (!isRecord(syntax)) return
    const { type, name, terms, term } = syntax
    if (type === 'Keyword' && typeof name === 'string' && !name.startsWith('-')) words.add(name)
    if (type === 'Function' && typeof name === 'string' && !name.startsWith('-')) words.add(`${name}()`)
    if ((type === 'Type' || type === 'Property') && typeof name === 'string') follow(type, name)
    if (Array.isArray(terms)) followTerms(terms)
    visit(term)
  }
  /** Text between the brackets of a function is no word of the property. */
  const followTerms = (terms: readonly unknown[]) => {
    const [first] = terms
    if (isRecord(first) && first.type === 'Function') visit(first)
    else for (const each of terms) visit(each)
  }
  const follow = (type: string, name: string) => {
    if (valueKinds.has(name)) kinds.add(name)
    if (name === 'length-percentage') kinds.add('length').add('percentage')
    const key = `${type} ${name}`
    if (seen.has(key) || tooMany.has(name) || name === 'color') return
    seen.add(key)
    const found = (type === 'Type' ? grammar.types : grammar.properties)[name]
    if (isRecord(found)) visit(found.syntax)
  }
  follow('Property', property)
  return { words: [...words], kinds }
}
