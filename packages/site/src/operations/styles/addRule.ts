import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { canonical } from '../../css/normalize.ts'
import { walkRules } from '../../css/rules.ts'
import { parseSelectors } from '../../css/selector.ts'
import { readSheets } from '../../css/sheets.ts'
import { upsertCss } from '../../sheet/upsert.ts'

export const addRule = defineOperation({
  id: 'site.addRule',
  summary: 'Add an empty rule',
  description:
    'Add an empty rule for a selector at the end of the stylesheet, to be filled with addDeclaration. A rule of this selector outside at-rules is returned as it is. To write a whole rule, call applyCss.',
  icon: 'plus',
  keywords: ['new rule', 'class rule', 'style a class'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['styles'],
  input: Type.Object({ selector: Type.String({ minLength: 1, maxLength: 10_000 }) }, { additionalProperties: false }),
  output: Type.Object({ ruleId: Type.String(), selector: Type.String(), created: Type.Boolean() }),
  run(context: SiteContext, { selector }) {
    const text = selector.trim()
    const path = '/selector'
    if (text.startsWith('@') || !parseSelectors(text)) {
      return fail('invalid_selector', `\`${text.slice(0, 100)}\` is not a selector.`, { path, hint: 'Such as .card.' })
    }
    const wanted = canonical(text)
    for (const [rule, around] of walkRules(readSheets(context.site))) {
      const same = rule.kind === 'style' && around.length === 0 && rule.canonical === wanted
      if (same) return ok({ ruleId: rule.id, selector: rule.selector, created: false })
    }
    const change = upsertCss(context.site, `${text} {\n}\n`, context.newId)
    const [made, more] = change.created
    if (made && !more) return ok({ ruleId: made.id, selector: made.selector, created: true })
    const reason = change.errors[0]?.message ?? change.skipped[0]?.reason ?? 'It is not one selector.'
    return fail('invalid_selector', reason, { path })
  },
})
