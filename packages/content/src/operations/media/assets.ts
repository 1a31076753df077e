import { type Envelope, fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import type { Asset, AssetService } from '../../context/services.ts'

export const AltTexts = Type.Record(Type.String({ maxLength: 20 }), Type.String({ maxLength: 2_000 }), {
  description: 'By locale; * for all others. An empty text takes one away.',
})
export const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }), { maxItems: 50 })
export const FocalPoint = Type.Object(
  { x: Type.Number({ minimum: 0, maximum: 1 }), y: Type.Number({ minimum: 0, maximum: 1 }) },
  { additionalProperties: false },
)

export const assetOutput = {
  id: Type.String(),
  filename: Type.String(),
  path: Type.String(),
  type: Type.String(),
  bytes: Type.Number(),
  width: Type.Optional(Type.Number()),
  height: Type.Optional(Type.Number()),
  alt: AltTexts,
  tags: Type.Array(Type.String()),
  focal: Type.Optional(FocalPoint),
}

/** The library of the project, or why there is none. */
export function libraryOf({ services }: ContentContext): { assets: AssetService } | { refused: Envelope<never> } {
  const { assets } = services
  if (assets) return { assets }
  return { refused: fail('unavailable', 'There is no media library here.', { hint: 'Ask the server.' }) }
}

/** As an answer has it; locales that the caller may not read are left out. */
export function assetAnswer(asset: Asset, { restriction }: ContentContext) {
  const { locales } = restriction ?? {}
  const alt = Object.entries(asset.alt).filter(([locale]) => locale === '*' || (locales?.includes(locale) ?? true))
  return { ...asset, alt: Object.fromEntries(alt), tags: [...asset.tags] }
}

/** Why texts of these locales may not be written; undefined if they may. */
export function refuseLocales(alt: Readonly<Record<string, string>>, { restriction }: ContentContext) {
  const { locales } = restriction ?? {}
  const other = Object.keys(alt).find((locale) => locale !== '*' && locales && !locales.includes(locale))
  if (other === undefined) return undefined
  return fail('unknown_locale', `There is no locale “${other}”.`, { path: '/alt' })
}

export const unknownAsset = (id: string): Envelope<never> =>
  fail('unknown_media', `There is no file “${id.slice(0, 80)}”.`, {
    path: '/assetId',
    hint: 'search_media finds the ids of files.',
  })
