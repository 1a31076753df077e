import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { knownVariables } from '../../lint/cssUses.ts'
import { limitWarnings } from '../../lint/problem.ts'
import { colorWarnings } from '../../lint/settingsTokens.ts'
import { readColor } from '../../tokens/color.ts'
import { tokenSlug } from '../../tokens/system.ts'
import { MAX_STEPS } from '../../tokens/variants.ts'
import { writeColor } from '../../tokens/writing.ts'

const Steps = Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_STEPS }))

export const set_color_tokens = defineOperation({
  id: 'site.set_color_tokens',
  summary: 'Set colour tokens',
  description:
    'Set colours: var(--<slug>), shades -d-1…, tints -l-1…, alpha -5…-90, classes text-/bg-/border-/fill-<slug>.',
  icon: 'palette',
  keywords: [
    'dark mode',
    'dark theme',
    'theme',
    'palette',
    'brand colors',
    'color variables',
    'night mode',
    'light mode',
  ],
  effect: 'write',
  fromReading: true,
  tab: true,
  affects: ['tokens'],
  input: Type.Object(
    {
      tokens: Type.Array(
        Type.Object(
          {
            slug: Type.String(),
            lightValue: Type.String(),
            category: Type.Optional(Type.String({ maxLength: 200 })),
            darkValue: Type.Optional(Type.String()),
            darkModeEnabled: Type.Optional(Type.Boolean()),
            shades: Steps,
            tints: Steps,
            transparencies: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 200 },
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    tokens: Type.Array(
      Type.Object({
        slug: Type.String(),
        ref: Type.String(),
        action: Type.Union([Type.Literal('created'), Type.Literal('updated')]),
      }),
    ),
  }),
  run(context: SiteContext, { tokens }) {
    const written: { slug: string; ref: string; action: 'created' | 'updated' }[] = []
    for (const [index, { slug: given, lightValue, darkValue, category, ...rest }] of tokens.entries()) {
      const path = `/tokens/${index}`
      const slug = tokenSlug(given)
      if (slug === '') {
        const message = `"${given.slice(0, 60)}" holds no letter or digit to make a name of.`
        return fail('invalid_slug', message, { path: `${path}/slug`, hint: 'Use a name such as "primary".' })
      }
      const wrong =
        colorProblem(lightValue, `${path}/lightValue`) ??
        (darkValue === undefined || darkValue.trim() === '' ? undefined : colorProblem(darkValue, `${path}/darkValue`))
      if (wrong) return wrong
      const fields = {
        lightValue: lightValue.trim(),
        // An empty one takes the dark value away.
        darkValue: darkValue === undefined ? undefined : darkValue.trim() || null,
        category: category === undefined ? undefined : category.trim() || null,
        ...rest,
      }
      const { slug: name, action } = writeColor(context.site, slug, fields, context.newId)
      written.push({ slug: name, ref: `var(--${name})`, action })
    }
    const known = knownVariables(context.site)
    const named = tokens.map((token, index) => ({ ...token, slug: written[index]?.slug ?? token.slug }))
    return ok({ tokens: written }, { warnings: limitWarnings(colorWarnings(named, (name) => known.has(name))) })
  },
})

function colorProblem(value: string, path: string) {
  const read = readColor(value)
  if (read.kind !== 'none') return undefined
  return fail('invalid_color', `"${value.slice(0, 60)}" is not a CSS colour: ${read.problem}.`, {
    path,
    hint: 'Write a hex colour, a name, rgb(), hsl(), oklch(), color-mix(), var() or another CSS colour.',
  })
}
