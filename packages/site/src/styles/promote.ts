import type { SiteContext } from '../context/context.ts'
import { noChange } from '../css/change.ts'
import { createRule } from '../css/create.ts'
import { findRule, insertDeclaration, rewriteDeclaration } from '../css/edit.ts'
import { orderBetween } from '../css/order.ts'
import { parseCss } from '../css/parse.ts'
import { readDeclaration, readRules } from '../css/rules.ts'
import { definesToken, type Token, tokens } from '../tokens/all.ts'
import { type RepeatedKind, readTokenValue, replaceValue, takesTokens, type ValuePlace } from '../tokens/repeated.ts'
import { designSystem } from '../tokens/system.ts'
import { writeColor } from '../tokens/writing.ts'
import { allRules } from './classes.ts'
import { changeStyleAttributes } from './styleAttributes.ts'

export type Wanted = Pick<ValuePlace, 'kind' | 'key'>

/** Replaces a value by `ref` in every declaration that defines no token, and in `style` attributes. Returns how many. */
export async function replaceEverywhere(context: SiteContext, wanted: Wanted, ref: string): Promise<number> {
  const { site } = context
  let count = 0
  for (const [rule, around] of [...allRules(site)]) {
    if (!takesTokens(rule, around)) continue
    for (const declaration of rule.declarations.slice()) {
      if (definesToken(rule, around, declaration.name)) continue
      const next = replaceIn(declaration.text, wanted, ref)
      if (next.count === 0) continue
      rewriteDeclaration(site, rule, declaration, next.text)
      count += next.count
    }
  }
  return count + (await changeStyleAttributes(context, (text) => replaceIn(text, wanted, ref)))
}

function replaceIn(text: string, wanted: Wanted, ref: string): { text: string; count: number } {
  const { name, value } = readDeclaration(text)
  if (name === '') return { text, count: 0 }
  const at = text.indexOf(value, text.indexOf(':'))
  const next = replaceValue(name, value, wanted, ref)
  return { text: text.slice(0, at) + next.value + text.slice(at + value.length), count: next.count }
}

/** The tokens that have this value in every scheme. */
export const tokensWithValue = (all: readonly Token[], { kind, key }: Wanted): Token[] =>
  all.filter((each) => each.kind === kind && each.dark === undefined && readTokenValue(each.value, kind)?.key === key)

/**
 * Makes a token: a colour joins the design system if that has colours, or if the site declares no tokens itself; anything else is
 * declared on `:root`, behind the last token of its kind.
 */
export function createToken(
  context: SiteContext,
  name: string,
  value: string,
  kind: RepeatedKind,
): 'system' | 'authored' {
  const { site, newId } = context
  const authored = tokens(site).filter(({ origin }) => origin === 'authored')
  if (kind === 'color' && (designSystem(site).colors.length > 0 || authored.length === 0)) {
    writeColor(site, name, { lightValue: value, shades: 0, tints: 0, transparencies: false }, newId)
    return 'system'
  }
  const model = authored.findLast((each) => each.kind === kind) ?? authored.at(-1)
  const rule = model?.declared && findRule(site, model.declared.ruleId)
  const text = `--${name}: ${value}`
  if (rule) {
    const after = rule.declarations.find(({ id }) => id === model?.declared?.declarationId)
    insertDeclaration(site, rule, text, after, newId())
    return 'authored'
  }
  const top = readRules(site)
  const head = top.findLastIndex(({ name: keyword }) => keyword === 'import' || keyword === 'charset')
  const [item] = parseCss(`:root {\n  ${text};\n}`).items
  const at = orderBetween(top[head]?.at, top[head + 1]?.at)
  if (item) createRule(site, newId, { ...item, before: head < 0 ? '' : '\n\n' }, '', at, [], noChange(), '')
  return 'authored'
}
