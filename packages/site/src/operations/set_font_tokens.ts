import { defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import type { SiteContext } from '../context/context.ts'
import { limitWarnings } from '../lint/problem.ts'
import { fontWarning } from '../lint/settingsTokens.ts'
import { type Bound, bindFamily } from '../tokens/families.ts'
import { designSystem, tokenSlug } from '../tokens/system.ts'
import { writeFont } from '../tokens/writing.ts'
import { isFontStack } from '../validate/tokens.ts'

const Token = Type.Object(
  {
    name: Type.String({ maxLength: 200 }),
    variable: Type.Optional(Type.String()),
    fallback: Type.Optional(Type.String()),
    googleFamily: Type.Optional(Type.String({ maxLength: 100 })),
    variants: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 18 })),
    subsets: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 40 })),
    familyId: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

const Result = Type.Object({
  tokens: Type.Array(
    Type.Object({
      name: Type.String(),
      variable: Type.String(),
      ref: Type.String(),
      /** The family's files were fetched by this call. */
      installed: Type.Optional(Type.Boolean()),
      action: Type.Union([Type.Literal('created'), Type.Literal('updated')]),
    }),
  ),
})

export const set_font_tokens = defineOperation({
  id: 'site.set_font_tokens',
  summary: 'Set font tokens',
  description:
    'Set fonts: var(--<variable>), default font-<name>. googleFamily installs a Google font; familyId: an installed or uploaded one.',
  icon: 'type',
  keywords: ['google font', 'typeface', 'webfont', 'font family', 'typography', 'install font'],
  effect: 'write',
  services: true,
  affects: ['tokens'],
  input: Type.Object({ tokens: Type.Array(Token, { minItems: 1, maxItems: 50 }) }, { additionalProperties: false }),
  output: Result,
  async run(context: SiteContext, { tokens }) {
    const written: Static<typeof Result>['tokens'] = []
    for (const [index, token] of tokens.entries()) {
      const done = await setToken(context, token, `/tokens/${index}`)
      if ('refused' in done) return done.refused
      written.push(done)
    }
    const fonts = designSystem(context.site).fonts
    const warnings = written.flatMap(({ name, variable }) => {
      const font = fonts.find((each) => each.variable === variable)
      return font ? (fontWarning(name, font.fallback, font.familyId !== undefined) ?? []) : []
    })
    return ok({ tokens: written }, { warnings: limitWarnings(warnings) })
  },
})

type Written = Static<typeof Result>['tokens'][number]

async function setToken(
  context: SiteContext,
  { name, variable, fallback, googleFamily, variants, subsets, familyId }: Static<typeof Token>,
  path: string,
): Promise<Written | { refused: Envelope<never> }> {
  const label = name.trim()
  const slug = tokenSlug(variable ?? '') || variableOf(label)
  if (label === '' || slug === '') {
    const message = 'A font token needs a name with letters or digits.'
    return { refused: fail('invalid_name', message, { path: `${path}/name`, hint: 'Such as "Heading".' }) }
  }
  const stack = fallback?.trim()
  if (stack && !isFontStack(stack)) {
    const message = `"${stack.slice(0, 60)}" is not a list of font families.`
    return {
      refused: fail('invalid_fallback', message, { path: `${path}/fallback`, hint: 'Such as "Georgia, serif".' }),
    }
  }
  let bound: Bound | undefined
  if (googleFamily !== undefined || familyId !== undefined) {
    const outcome = await bindFamily(context, { googleFamily, variants, subsets, familyId }, path)
    if ('refused' in outcome) return outcome
    bound = outcome
  }
  const fields = {
    name: label,
    familyId: bound?.familyId ?? keptFamily(context, slug),
    fallback: stack === undefined ? undefined : stack || null,
  }
  const { variable: given, action } = writeFont(context.site, slug, fields, context.newId)
  const installed = bound?.installed ? { installed: true } : {}
  return { name: label, variable: given, ref: `var(--${given})`, ...installed, action }
}

/** A token without a family keeps the one that it has. */
const keptFamily = (context: SiteContext, variable: string) =>
  designSystem(context.site).fonts.find((font) => font.variable === variable)?.familyId

function variableOf(name: string): string {
  const slug = tokenSlug(name)
  return slug === '' || slug.startsWith('font-') ? slug : `font-${slug}`
}
