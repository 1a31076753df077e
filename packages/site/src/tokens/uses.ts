import { createDerived, type Derivation, type View } from '@atelier/documents'
import { isRecord } from '../document/node.ts'
import type { PageTree } from '../document/tree.ts'

/** The names that documents use, which determine the utilities and custom properties to print. */
export interface Uses {
  readonly classes: ReadonlySet<string>
  /** The used custom properties, with their dashes. If absent, all of them count as used. */
  readonly variables?: ReadonlySet<string>
}

/** A custom property in CSS or in code. */
const VARIABLE = /--[\p{L}\p{N}_-]*/gu

const SPACE = /[\t\n\f\r ]+/

/**
 * The classes of one page, template or component; may include a class that an edit removed. `data-theme` counts as one if
 * an element has that attribute.
 */
export function collectUses(tree: PageTree): Required<Uses> {
  const texts = new Set<string>()
  const variables = new Set<string>()
  const html = tree.node(tree.html)
  for (const { kind, birth, edits } of html ? [html, ...tree.walk()] : tree.walk()) {
    if (kind !== 'element') continue
    if (edits.has('attr:data-theme')) texts.add('data-theme')
    for (const [name, value] of birth.attrs ?? []) {
      if (name === 'class') texts.add(value)
      else addVariables(value, variables)
      if (name === 'data-theme') texts.add(name)
    }
    if (edits.size === 0) continue
    for (const [field, value] of edits) {
      if (field === 'attr:class' && typeof value === 'string') texts.add(value)
      else if (field.startsWith('attr:') && typeof value === 'string') addVariables(value, variables)
      else if (value !== false && field.startsWith('class:')) texts.add(field.slice(6))
    }
  }
  const classes = new Set<string>()
  for (const text of texts) for (const name of text.split(SPACE)) if (name !== '') classes.add(name)
  return { classes, variables }
}

/** Adds the custom properties that a text mentions. */
export function addVariables(text: string, names: Set<string>): void {
  if (text.includes('--')) for (const [name] of text.matchAll(VARIABLE)) names.add(name)
}

/** Adds the custom properties that rules use in values and conditions; a mere declaration does not count as a use. */
export function addRuleVariables(
  rules: Iterable<{ kind: string; prelude: string; declarations: readonly { value: string }[] }>,
  names: Set<string>,
): void {
  for (const { kind, prelude, declarations } of rules) {
    if (kind !== 'style' && kind !== 'comment') addVariables(prelude, names)
    for (const { value } of declarations) addVariables(value, names)
  }
}

/** Words of scripts, which may include classes that a script sets. */
const codeReader: Derivation<{ words: Set<string> }> = {
  read: (view) => ({ words: readCode(view) }),
  over: ({ words }) => ({ words }),
  update(reading, view, keys) {
    for (const key of keys) {
      if (!key.startsWith('code:')) continue
      reading.words = readCode(view)
      return
    }
  },
}

function readCode(view: View): Set<string> {
  const words = new Set<string>()
  for (const key of view.keys('code:')) {
    const value = view.get(key)
    const text =
      typeof value === 'string' ? value : isRecord(value) && typeof value.content === 'string' ? value.content : ''
    for (const [word] of text.matchAll(/[\p{L}\p{N}_-]+/gu)) words.add(word)
  }
  return words
}

const codeOf = createDerived(codeReader)

/** The words of the site's code assets; read again only when one of them changes. */
export const codeWords = (site: View): ReadonlySet<string> => codeOf(site).current().words
