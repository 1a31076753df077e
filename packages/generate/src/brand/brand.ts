import type { View } from '@atelier/documents'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** A picture of the media library that shows the name or the sign of the business. */
const Logo = Type.Object({
  /** Its address in the site: `/media/logo-1a2b3c4d5e.svg`. */
  url: Type.String({ maxLength: 500 }),
  alt: Type.String({ maxLength: 300 }),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
})
export type Logo = Static<typeof Logo>

/** The brand of a business, as a picture or a site shows it. */
export const Brand = Type.Object({
  /** `#rrggbb`, the most telling one first; black, white or grey only if there is no other. */
  colors: Type.Array(Type.String({ pattern: '^#[0-9a-f]{6}$' }), { minItems: 1, maxItems: 5 }),
  logo: Type.Optional(Logo),
  /** The name of the picture, or the address of the site. */
  source: Type.String({ maxLength: 2_000 }),
})
export type Brand = Static<typeof Brand>

/** The key of a plan under which its brand is. */
export const BRAND_KEY = 'brand'

/** The key of a plan that says where its brand is to be taken from, and the one that says why it was not. */
export const BRAND_WISH_KEY = 'brandWish'
export const BRAND_PROBLEM_KEY = 'brandProblem'

export const BrandWish = Type.Object({
  mediaId: Type.Optional(Type.String()),
  address: Type.Optional(Type.String()),
})

/** The brand of a plan; undefined if none was taken. */
export function brandIn(plan: View): Brand | undefined {
  const brand = plan.get(BRAND_KEY)
  return Value.Check(Brand, brand) ? brand : undefined
}
