import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { incomingCss } from '../../lint/incoming.ts'
import { upsertCss } from '../../sheet/upsert.ts'
import { overruledBy } from '../../target/overruled.ts'
import { cssWarnings } from '../shared/incomingCss.ts'
import { CssReport, reportCss } from '../shared/report.ts'
import { tooLarge } from '../shared/target.ts'

export const applyCss = defineOperation({
  id: 'site.applyCss',
  summary: 'Apply CSS',
  description:
    'Write CSS for the whole site: any selector, nesting, at-rules. Merged into the rule of the same selector and at-rule, else added.',
  icon: 'paintbrush',
  keywords: ['style', 'stylesheet', 'css rule', 'hover effect', 'animation', 'keyframes', 'restyle', 'background'],
  effect: 'write',
  fromReading: true,
  affects: ['styles'],
  input: Type.Object({ css: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  output: Type.Object(CssReport),
  async run(context: SiteContext, { css }) {
    const large = tooLarge(css, '/css')
    if (large) return large
    const incoming = incomingCss(css, { path: '/css' })
    if (incoming.refused) return incoming.refused
    const change = upsertCss(context.site, incoming.found.text, context.newId, undefined, context.editor.documentId)
    const [first] = [...change.errors.map(({ message }) => message), ...change.skipped.map(({ reason }) => reason)]
    if (change.created.length === 0 && change.updated.length === 0 && first !== undefined) {
      const at = change.errors[0]
      const where = at ? ` (line ${at.line}, column ${at.column})` : ''
      return fail('invalid_css', `No rule was applied: ${first}${where}`, {
        path: '/css',
        hint: 'Send whole CSS rules.',
      })
    }
    const created = new Set(change.created.map(({ id }) => id))
    const overruled = overruledBy(context.site, created).map(
      ({ selector, property, condition }) =>
        `\`${selector}\` now wins over its ${property} under \`${condition}\`, since it comes later. setStyle puts it in front of that.`,
    )
    return ok(reportCss(change), { warnings: [...overruled, ...(await cssWarnings(context, incoming.found))] })
  },
})
