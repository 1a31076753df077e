import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { usualSteps, writeRamp } from '../../styles/ramps.ts'
import { tokens } from '../../tokens/all.ts'
import { colorRamps } from '../../tokens/ramps.ts'

export const makeColorRamp = defineOperation({
  id: 'site.makeColorRamp',
  summary: 'Make a ramp of a colour',
  description:
    'Derive a ramp of shades from a colour that a stylesheet declares on the root (--brand: --brand-50 to --brand-900), in oklch, in the rule of the colour, with dark values where it has one. The step that is nearest in lightness is var(--brand). Steps that stand already are kept; with replace: true they are derived anew. Colours of the design system have shades by set_color_tokens.',
  icon: 'palette',
  keywords: ['color scale', 'shades', 'tints', 'palette from color', 'tonal palette'],
  effect: 'write',
  onDemand: true,
  affects: ['tokens', 'styles'],
  input: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200 }),
      /** From light to dark; as the site's other ramps have them, else 50, 100, 200 to 900. */
      steps: Type.Optional(
        Type.Array(Type.String({ pattern: '^\\d{1,4}$' }), { minItems: 3, maxItems: 20, uniqueItems: true }),
      ),
      replace: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    name: Type.String(),
    steps: Type.Array(
      Type.Object({ ref: Type.String(), value: Type.String(), darkValue: Type.Optional(Type.String()) }),
    ),
    created: Type.Integer(),
    updated: Type.Integer(),
    kept: Type.Integer(),
  }),
  run(context: SiteContext, { name, steps, replace = false }) {
    const { site, newId } = context
    const all = tokens(site)
    const asked = `--${name.trim().replace(/^(?:var\()?--|\)$/g, '')}`
    const base = all.find((each) => each.name === asked)
    const colors = all.filter((each) => each.kind === 'color' && each.declared)
    if (!base?.declared || base.kind !== 'color') {
      const known = colors.slice(0, 40).map((each) => each.name)
      const hint = known.length > 0 ? `There are ${known.join(', ')}.` : 'No stylesheet declares a colour on its root.'
      if (base && base.kind !== 'color')
        return fail('not_a_color', `${asked.slice(0, 60)} is no colour.`, { path: '/name', hint })
      if (base) {
        const message = `${asked.slice(0, 60)} belongs to the design system, which derives its shades itself.`
        return fail('has_shades', message, { path: '/name', hint: 'Set its shades and tints with set_color_tokens.' })
      }
      return fail('unknown_token', `No stylesheet declares ${asked.slice(0, 60)} on its root.`, { path: '/name', hint })
    }
    const ramp = colorRamps(all).find((each) => each.name === base.name)
    const numbers = steps ?? ramp?.steps.map(({ step }) => step) ?? usualSteps(site)
    const names = numbers.map((step) => `${base.name}${ramp?.separator ?? '-'}${step}`)
    const other = all.find((each) => names.includes(each.name) && (each.kind !== 'color' || !each.declared))
    if (other) {
      const hint = 'Rename that token, or name other steps.'
      return fail('name_taken', `${other.name} is another token already.`, { path: '/name', hint })
    }
    const { created, updated, kept } = writeRamp(site, base, names, replace, newId)
    const now = new Map(tokens(site).map((each) => [each.name, each]))
    return ok({
      name: base.name.slice(2),
      steps: names.flatMap((step) => {
        const token = now.get(step)
        const dark = token?.dark === undefined ? {} : { darkValue: token.dark }
        return token ? [{ ref: `var(${step})`, value: token.value, ...dark }] : []
      }),
      created: created.length,
      updated: updated.length,
      kept: kept.length,
    })
  },
})
