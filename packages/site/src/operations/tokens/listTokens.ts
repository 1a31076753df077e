import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { countTokenUses, tokens } from '../../tokens/all.ts'
import { rootFontSize } from '../../tokens/rootSize.ts'
import { type ScaleKind, scaleSteps } from '../../tokens/scale.ts'
import { type ColorToken, designSystem } from '../../tokens/system.ts'
import { colorUtilities, fontStack, spaceUtilities } from '../../tokens/variables.ts'
import { colorVariants } from '../../tokens/variants.ts'

const Value = { cssVariable: Type.String(), ref: Type.String(), value: Type.String() }
const Utilities = Type.Array(Type.String())

const Scale = Type.Object({
  groupId: Type.String(),
  namingConvention: Type.String(),
  baseScaleIndex: Type.Number(),
  steps: Type.Array(
    Type.Object({ step: Type.String(), ...Value, minPx: Type.Number(), maxPx: Type.Number(), utilities: Utilities }),
  ),
})

export const list_tokens = defineOperation({
  id: 'site.list_tokens',
  summary: 'List the design tokens',
  description: 'Design tokens: CSS variables, values, variants, utility classes; the site’s own :root properties.',
  icon: 'swatch-book',
  keywords: ['palette', 'css variables', 'color palette', 'design system', 'theme'],
  effect: 'read',
  input: Type.Object(
    {
      family: Type.Optional(
        Type.Union([
          Type.Literal('colors'),
          Type.Literal('typography'),
          Type.Literal('spacing'),
          Type.Literal('fonts'),
        ]),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    colors: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String(),
          slug: Type.String(),
          ...Value,
          darkValue: Type.Optional(Type.String()),
          category: Type.Optional(Type.String()),
          /** By the part behind the name: `d-1`, `l-2`, `40`. A utility takes it as well: `bg-primary-d-1`. */
          variants: Type.Record(Type.String(), Type.String()),
          utilities: Utilities,
        }),
      ),
    ),
    typography: Type.Optional(Type.Array(Scale)),
    spacing: Type.Optional(Type.Array(Scale)),
    fonts: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          variable: Type.String(),
          ...Value,
          familyId: Type.Optional(Type.String()),
        }),
      ),
    ),
    fontFamilies: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String(),
          family: Type.String(),
          source: Type.String(),
          variants: Type.Array(Type.String()),
          subsets: Type.Array(Type.String()),
        }),
      ),
    ),
    /** Custom properties of the site's own CSS, which applyCss changes. */
    authored: Type.Optional(
      Type.Array(
        Type.Object({ ...Value, kind: Type.String(), darkValue: Type.Optional(Type.String()), uses: Type.Integer() }),
      ),
    ),
  }),
  run(context: SiteContext, { family }) {
    const { site } = context
    const { colors, fonts, families } = designSystem(site)
    const wants = (name: string) => family === undefined || family === name
    return ok({
      ...(wants('colors') ? { colors: colors.map(describeColor) } : {}),
      ...(wants('typography') ? { typography: describeScale(context, 'type') } : {}),
      ...(wants('spacing') ? { spacing: describeScale(context, 'space') } : {}),
      ...(wants('fonts')
        ? {
            fonts: fonts.map((font) => ({
              id: font.id,
              name: font.name,
              variable: font.variable,
              ...tokenName(font.variable, fontStack(font, families)),
              ...(font.familyId === undefined ? {} : { familyId: font.familyId }),
            })),
            fontFamilies: families.map(({ id, family: name, source, variants, subsets }) => ({
              id,
              family: name,
              source,
              variants,
              subsets,
            })),
          }
        : {}),
      ...(family === undefined ? { authored: describeAuthored(context) } : {}),
    })
  },
})

const tokenName = (name: string, value: string) => ({ cssVariable: `--${name}`, ref: `var(--${name})`, value })

function describeAuthored({ site }: SiteContext) {
  const uses = countTokenUses(site)
  return tokens(site).flatMap(({ origin, name, value, dark, kind }) =>
    origin === 'authored'
      ? [
          {
            ...tokenName(name.slice(2), value),
            kind,
            ...(dark === undefined ? {} : { darkValue: dark }),
            uses: uses.get(name) ?? 0,
          },
        ]
      : [],
  )
}

function describeColor(color: ColorToken) {
  const { id, slug, lightValue, darkValue, darkModeEnabled, category } = color
  return {
    id,
    slug,
    ...tokenName(slug, lightValue),
    ...(darkModeEnabled && darkValue !== undefined ? { darkValue } : {}),
    ...(category === undefined ? {} : { category }),
    variants: Object.fromEntries(colorVariants(lightValue, color).map(({ name, value }) => [name, value])),
    utilities: color.declared === undefined ? colorUtilities.map(([prefix]) => `${prefix}-${slug}`) : [],
  }
}

function describeScale({ site }: SiteContext, kind: ScaleKind) {
  const scale = designSystem(site).scales[kind]
  if (!scale) return []
  const prefixes = kind === 'type' ? ['text'] : spaceUtilities.map(([prefix]) => prefix)
  const steps = scaleSteps(scale, scale.rootFontSize ?? rootFontSize(site)).map(({ step, name, min, max, value }) => ({
    step,
    ...tokenName(name, value),
    minPx: Number(min.toFixed(2)),
    maxPx: Number(max.toFixed(2)),
    utilities: prefixes.map((prefix) => `${prefix}-${step}`),
  }))
  return [{ groupId: kind, namingConvention: scale.namingConvention, baseScaleIndex: scale.baseScaleIndex, steps }]
}
