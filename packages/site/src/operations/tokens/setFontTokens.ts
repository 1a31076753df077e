import { defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import type { FontAnswer, SiteServices } from '../../context/services.ts'
import { limitWarnings } from '../../lint/problem.ts'
import { fontWarning } from '../../lint/settingsTokens.ts'
import { type Bound, bindFamily, missingFonts } from '../../tokens/families.ts'
import { designSystem, tokenSlug } from '../../tokens/system.ts'
import { writeFont } from '../../tokens/writing.ts'
import { isFontStack } from '../../validate/tokens.ts'

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
  fromReading: true,
  affects: ['tokens'],
  input: Type.Object({ tokens: Type.Array(Token, { minItems: 1, maxItems: 50 }) }, { additionalProperties: false }),
  output: Result,
  question({ site }: SiteContext, { tokens }) {
    const requests = tokens.map((token) => (problemOf(token, '') ? undefined : missingFonts(site, token)))
    return requests.some((request) => request !== undefined) ? requests : undefined
  },
  /** By the token's place in the call. */
  async outside({ fonts }: SiteServices, _input, { question, signal }) {
    const answers = new Map<string, FontAnswer | undefined>()
    const fetched: (FontAnswer | undefined)[] = []
    for (const request of question) {
      const key = JSON.stringify(request ?? null)
      if (request && !answers.has(key)) answers.set(key, await fonts?.install(request, signal))
      fetched.push(answers.get(key))
    }
    return fetched
  },
  run(context: SiteContext, { tokens }, fetched) {
    const written: Static<typeof Result>['tokens'] = []
    for (const [index, token] of tokens.entries()) {
      const done = setToken(context, token, fetched?.[index], `/tokens/${index}`)
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

const slugOf = ({ name, variable }: Pick<Static<typeof Token>, 'name' | 'variable'>) =>
  tokenSlug(variable ?? '') || variableOf(name.trim())

/** Why a token cannot be set whatever the site holds; undefined if it can. */
function problemOf(token: Static<typeof Token>, path: string): Envelope<never> | undefined {
  const { name, fallback } = token
  if (name.trim() === '' || slugOf(token) === '') {
    const message = 'A font token needs a name with letters or digits.'
    return fail('invalid_name', message, { path: `${path}/name`, hint: 'Such as "Heading".' })
  }
  const stack = fallback?.trim()
  if (stack && !isFontStack(stack)) {
    const message = `"${stack.slice(0, 60)}" is not a list of font families.`
    return fail('invalid_fallback', message, { path: `${path}/fallback`, hint: 'Such as "Georgia, serif".' })
  }
  return undefined
}

function setToken(
  context: SiteContext,
  token: Static<typeof Token>,
  fetched: FontAnswer | undefined,
  path: string,
): Written | { refused: Envelope<never> } {
  const { name, fallback, googleFamily, familyId } = token
  const refused = problemOf(token, path)
  if (refused) return { refused }
  const label = name.trim()
  const slug = slugOf(token)
  const stack = fallback?.trim()
  let bound: Bound | undefined
  if (googleFamily !== undefined || familyId !== undefined) {
    const outcome = bindFamily(context, token, fetched, path)
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
