import type { View } from '@atelier/documents'
import { bySiblingOrder, type Declaration, type Rule, readRules } from './rules.ts'

/**
 * The site's stylesheet as text: what was authored, in the authored order. With `only`, rules for which it says no are
 * left out; it is called for every rule that is not a mere group, and a group is printed if something in it is.
 */
export function printCss(view: View, options: { only?: (rule: Rule) => boolean; sheet?: string } = {}): string {
  return printRules(readRules(view, options.sheet), options.only)
}

/** The same for rules that were read before. */
export function printRules(rules: readonly Rule[], only?: (rule: Rule) => boolean): string {
  const chosen = only ? pruneRules(rules, only) : rules
  // A stylesheet inside a <style> element must not be able to end it.
  return chosen
    .map((rule) => printRule(rule))
    .join('')
    .trim()
    .replace(/<\/(?=style)/gi, '<\\/')
}

/** The tree without the rules that `only` rejects, and without the groups that this empties. */
function pruneRules(rules: readonly Rule[], only: (rule: Rule) => boolean): Rule[] {
  return rules.flatMap((rule) => {
    if (rule.rules.length === 0 || rule.kind !== 'at' || rule.name.endsWith('keyframes'))
      return only(rule) ? [rule] : []
    const inner = pruneRules(rule.rules, only)
    return inner.length > 0 ? [{ ...rule, rules: inner }] : []
  })
}

/** One rule with everything inside it, to the last character as it is stored. */
export function printRule(rule: Rule): string {
  if (rule.kind !== 'style' && rule.kind !== 'at') return rule.before + rule.prelude
  const entries: (Declaration | Rule)[] =
    rule.rules.length > 0 ? [...rule.declarations, ...rule.rules].sort(bySiblingOrder) : rule.declarations
  let body = ''
  for (const [index, entry] of entries.entries()) {
    if ('kind' in entry) body += printRule(entry)
    else {
      const isComment = entry.name === ''
      const isLast = index === entries.length - 1
      body += entry.before + entry.text + (isComment || (isLast && rule.bare) ? '' : ';')
    }
  }
  const tail =
    body.includes('\n') && !rule.tail.includes('\n') && entries.every((each) => isLater(each)) ? '\n' : rule.tail
  return `${rule.before}${rule.prelude}{${body}${tail}}`
}

const isLater = (entry: Declaration | Rule) => 'later' in entry && entry.later
