import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { cssRefusal } from '../../css/safety.ts'
import { createToken, replaceEverywhere, tokensWithValue } from '../../styles/promote.ts'
import { tokens } from '../../tokens/all.ts'
import { type RepeatedKind, readTokenValue, repeatedValues } from '../../tokens/repeated.ts'
import { tokenSlug } from '../../tokens/system.ts'

const kinds = ['color', 'shadow', 'font', 'space', 'type', 'radius'] as const
const Kind = Type.Union([
  Type.Literal('color'),
  Type.Literal('shadow'),
  Type.Literal('font'),
  Type.Literal('space'),
  Type.Literal('type'),
  Type.Literal('radius'),
])

export const promoteValue = defineOperation({
  id: 'site.promoteValue',
  summary: 'Make a value a token',
  description:
    'Make a token of a value that repeats (a colour, a length, a shadow, a font stack) and use var() in every declaration that holds it, however it is written. The name of a token with that value uses this one. `kind` decides what a length is for: space, type or radius.',
  icon: 'swatch-book',
  keywords: ['extract variable', 'custom property', 'design token', 'repeated colour', 'repeated value'],
  effect: 'write',
  onDemand: true,
  affects: ['tokens', 'styles', 'page'],
  input: Type.Object(
    {
      value: Type.String({ minLength: 1, maxLength: 500 }),
      name: Type.String({ minLength: 1, maxLength: 100 }),
      kind: Type.Optional(Kind),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    name: Type.String(),
    ref: Type.String(),
    kind: Type.String(),
    /** In how many places it stands now. */
    replaced: Type.Integer(),
    /** Where the token is: a record of the design system, or a declaration of a stylesheet. */
    origin: Type.Union([Type.Literal('system'), Type.Literal('authored')]),
    created: Type.Boolean(),
  }),
  async run(context: SiteContext, { value, name, ...input }) {
    const text = value.trim()
    const refused = cssRefusal(`x: ${text}`)
    const kind = input.kind ?? repeatedKind(context, text)
    const wanted = kind && readTokenValue(text, kind)
    if (!wanted || refused !== undefined) {
      const hint = 'Such as #1f3a5f, 24px, 0 1px 2px rgb(0 0 0 / 0.2) or Inter, sans-serif.'
      return fail('invalid_value', `"${text.slice(0, 60)}" is no value that a token can have.`, {
        path: '/value',
        hint,
      })
    }
    const slug = tokenSlug(name)
    if (slug === '') {
      const message = `"${name.slice(0, 60)}" holds no letter or digit to make a name of.`
      return fail('invalid_slug', message, { path: '/name', hint: 'Use a name such as "brand".' })
    }
    const all = tokens(context.site)
    const asked = `--${name.trim().replace(/^--/, '')}`
    const standing = all.find((each) => each.name === asked) ?? all.find((each) => each.name === `--${slug}`)
    if (standing && !tokensWithValue(all, wanted).includes(standing)) {
      const hint = 'Choose another name.'
      return fail('name_taken', `${standing.name} is another token already.`, { path: '/name', hint })
    }
    const ref = `var(${standing?.name ?? `--${slug}`})`
    const replaced = await replaceEverywhere(context, wanted, ref)
    if (replaced === 0) {
      const hint = 'findRepeatedValues lists the values that stand more than once.'
      return fail('not_found', `No declaration holds ${text.slice(0, 60)}.`, { path: '/value', hint })
    }
    const origin = standing?.origin ?? createToken(context, slug, text, wanted.kind)
    return ok({
      name: standing?.name.slice(2) ?? slug,
      ref,
      kind: wanted.kind,
      replaced,
      origin,
      created: standing === undefined,
    })
  },
})

/** The purpose of a value: of a length, what most of its places use it for. */
function repeatedKind({ site }: SiteContext, value: string): RepeatedKind | undefined {
  const possible = kinds.filter((kind) => readTokenValue(value, kind))
  const [only, more] = possible
  if (!more) return only
  const found = repeatedValues(site, 1).find(
    (each) =>
      possible.includes(each.kind) &&
      readTokenValue(each.value, each.kind)?.key === readTokenValue(value, each.kind)?.key,
  )
  return found?.kind ?? only
}
