import { defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { bareClass, classNames } from '../../css/applying.ts'
import { pathSelector } from '../../css/change.ts'
import { dropDeclaration, removeRule } from '../../css/edit.ts'
import { canonical, oneLine } from '../../css/normalize.ts'
import { type Rule, walkRules } from '../../css/rules.ts'
import { parseSelectors } from '../../css/selector.ts'
import { readSheets } from '../../css/sheets.ts'
import { knownVariables } from '../../lint/cssUses.ts'
import { namesVariable, namesWord, usersOf } from '../../lint/users.ts'
import { tokenLock } from '../../tokens/lock.ts'

const Input = Type.Object(
  {
    selector: Type.Optional(Type.String({ maxLength: 10_000 })),
    ruleId: Type.Optional(Type.String()),
    atRule: Type.Optional(Type.String({ maxLength: 10_000 })),
    properties: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 100 })),
  },
  { additionalProperties: false },
)

const Result = Type.Object({
  removedRules: Type.Array(Type.Object({ ruleId: Type.String(), selector: Type.String() })),
  removedDeclarations: Type.Array(
    Type.Object({ ruleId: Type.String(), selector: Type.String(), properties: Type.Array(Type.String()) }),
  ),
})

interface Stored {
  rule: Rule
  around: readonly Rule[]
}

export const removeCss = defineOperation({
  id: 'site.removeCss',
  summary: 'Remove CSS',
  description:
    'Take declarations (`properties`) out of a rule, or, without them, the whole rule with what is in it. Name the rule by selector (every rule with exactly that selector; atRule such as "@media (max-width: 768px)" narrows it to that surrounding, "" to none; a selector such as "@keyframes spin" names that) or by ruleId.',
  icon: 'eraser',
  keywords: ['delete rule', 'delete css', 'remove style', 'drop declaration', 'unused css'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['styles'],
  input: Input,
  output: Result,
  async run(context: SiteContext, input) {
    const stored = [...walkRules(readSheets(context.site, context.editor.documentId))].map(
      ([rule, around]): Stored => ({ rule, around }),
    )
    const found = select(context, stored, input)
    if ('refused' in found) return found.refused
    const gone = definedBy(found.rules, input.properties)
    const result = input.properties
      ? dropProperties(context, found.rules, input.properties)
      : dropRules(context, found.rules)
    return result.ok ? { ...result, warnings: await stillNamed(context, gone) } : result
  },
})

function select(
  { site }: SiteContext,
  stored: readonly Stored[],
  { selector, ruleId, atRule }: Static<typeof Input>,
): { rules: Stored[] } | { refused: Envelope<never> } {
  if ((selector === undefined) === (ruleId === undefined)) {
    const hint = 'Give one of both.'
    return { refused: fail('invalid_input', 'A rule is named by selector or by ruleId.', { path: '/selector', hint }) }
  }
  if (ruleId !== undefined) {
    const rules = stored.filter(({ rule }) => rule.id === ruleId)
    const hint = 'Name it by its selector; read_document shows the CSS.'
    if (rules.length > 0) return { rules }
    return { refused: fail('unknown_rule', `There is no rule "${ruleId.slice(0, 60)}".`, { path: '/ruleId', hint }) }
  }
  const wanted = canonical(selector ?? '')
  const around = atRule === undefined ? undefined : canonical(atRule)
  const same = stored.filter(({ rule }) => rule.kind !== 'comment' && rule.canonical === wanted)
  const rules = same.filter((each) => around === undefined || conditionOf(each) === around)
  if (rules.length > 0) return { rules }
  const locked = lockedClass(site, selector ?? '')
  if (locked) {
    const message = `${oneLine(selector ?? '')} cannot be removed: ${locked}.`
    return { refused: fail('locked', message, { path: '/selector', hint: 'deleteTokens takes a token away.' }) }
  }
  const elsewhere = same.slice(0, 10).map((each) => conditionOf(each) || 'no at-rule')
  if (elsewhere.length > 0) {
    const message = `No rule with this selector stands in "${(atRule ?? '').slice(0, 100)}".`
    return {
      refused: fail('unknown_rule', message, { path: '/atRule', hint: `It is in ${elsewhere.join('; ')}.` }),
    }
  }
  const alike = stored.filter(({ rule }) => rule.kind === 'style' && rule.canonical.includes(wanted.slice(0, 12)))
  const names = [...new Set(alike.map(({ rule }) => rule.selector))].slice(0, 20)
  const hint = names.length > 0 ? `Selectors like it: ${names.join(' | ')}.` : 'read_document shows the CSS.'
  const message = `No rule has the selector "${oneLine(selector ?? '').slice(0, 100)}".`
  return { refused: fail('unknown_rule', message, { path: '/selector', hint }) }
}

/** The at-rules around a rule, outermost first, in their one spelling. */
const conditionOf = ({ around }: Stored) =>
  around
    .filter(({ kind }) => kind === 'at')
    .map((rule) => rule.canonical)
    .join(' ')

function lockedClass(site: SiteContext['site'], selector: string): string | undefined {
  const [only, more] = parseSelectors(selector) ?? []
  const [simple, further] = only?.parts[0]?.compound ?? []
  return simple?.kind === 'class' && !further && !more ? tokenLock(site)?.utility(simple.name) : undefined
}

const selectorPath = ({ rule, around }: Stored) =>
  pathSelector(
    around.map(({ selector }) => selector),
    rule.selector,
  )

function dropRules({ site }: SiteContext, rules: readonly Stored[]): Envelope<Static<typeof Result>> {
  for (const { rule } of rules) removeRule(site, rule.id)
  const removedRules = rules.map((each) => ({ ruleId: each.rule.id, selector: selectorPath(each) }))
  return ok({ removedRules, removedDeclarations: [] })
}

function dropProperties(
  { site }: SiteContext,
  rules: readonly Stored[],
  properties: readonly string[],
): Envelope<Static<typeof Result>> {
  const wanted = new Set(properties.map((name) => (name.startsWith('--') ? name.trim() : name.trim().toLowerCase())))
  const removedDeclarations: Static<typeof Result>['removedDeclarations'] = []
  for (const each of rules) {
    const gone = each.rule.declarations.filter(({ name }) => name !== '' && wanted.has(name))
    for (const declaration of gone) dropDeclaration(site, each.rule, declaration)
    if (gone.length === 0) continue
    const names = [...new Set(gone.map(({ name }) => name))]
    removedDeclarations.push({ ruleId: each.rule.id, selector: selectorPath(each), properties: names })
  }
  const removed = new Set(removedDeclarations.flatMap((each) => each.properties))
  const missing = [...wanted].find((name) => !removed.has(name))
  if (missing === undefined) return ok({ removedRules: [], removedDeclarations })
  const has = [...new Set(rules.flatMap(({ rule }) => rule.declarations.map(({ name }) => name).filter(Boolean)))]
  return fail('unknown_property', `The rule does not set ${missing.slice(0, 60)}.`, {
    path: '/properties',
    hint: has.length > 0 ? `It sets ${has.slice(0, 40).join(', ')}.` : 'It sets nothing.',
  })
}

/** The names that rules define for others: classes, custom properties, animations and the like. */
interface Defined {
  classes: Set<string>
  variables: Set<string>
  words: Set<string>
}

function definedBy(stored: readonly Stored[], properties: readonly string[] | undefined): Defined {
  const defined: Defined = { classes: new Set(), variables: new Set(), words: new Set() }
  const wanted = properties && new Set(properties.map((name) => name.trim()))
  for (const { rule } of stored) {
    for (const { name } of rule.declarations)
      if (name.startsWith('--') && (!wanted || wanted.has(name))) defined.variables.add(name)
    if (wanted) continue
    const own = bareClass(rule)
    if (own !== undefined) defined.classes.add(own)
    const named =
      rule.kind === 'at'
        ? /^@(?:-\w{1,10}-)?(keyframes|property|counter-style)\s+(\S{1,100})/.exec(rule.selector)
        : null
    if (named?.[1] === 'property') defined.variables.add(named[2] ?? '')
    else if (named) defined.words.add((named[2] ?? '').replace(/["']/g, ''))
  }
  return defined
}

async function stillNamed(context: SiteContext, { classes, variables, words }: Defined): Promise<string[]> {
  const left = knownVariables(context.site)
  const rules = readSheets(context.site, context.editor.documentId)
  const bare = new Set(classNames(rules))
  const kept = new Set(
    [...walkRules(rules)].flatMap(([rule]) => (rule.kind === 'at' ? [rule.selector.split(/\s+/, 2)[1] ?? ''] : [])),
  )
  const warnings: string[] = []
  const tell = async (gone: readonly string[], effect: string, names: Parameters<typeof usersOf>[1]) => {
    const users = gone.length === 0 ? '' : await usersOf(context, names)
    if (users !== '') warnings.push(`${gone.slice(0, 8).join(', ')} is still used by ${users}; ${effect}`)
  }
  const goneVariables = new Set([...variables].filter((name) => !left.has(name)))
  await tell([...goneVariables], 'it has no effect there now.', { text: namesVariable(goneVariables) })
  const goneWords = new Set([...words].filter((name) => !kept.has(name)))
  await tell([...goneWords], 'it has no effect there now.', { text: namesWord(goneWords) })
  const goneClasses = new Set([...classes].filter((name) => !bare.has(name)))
  await tell(
    [...goneClasses].map((name) => `.${name}`),
    'they keep the class, without its rule.',
    {
      class: (name) => goneClasses.has(name),
    },
  )
  return warnings
}
