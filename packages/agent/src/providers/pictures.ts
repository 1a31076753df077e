import type { ModelRequest, PictureRule, ProviderId } from '../contract/provider.ts'
import { providers } from './index.ts'

export interface Picture {
  mimeType: string
  hash: string
}

/** The kinds that every wire with pictures takes. */
const takenTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** The provider's rule for many pictures, or, for a model of Anthropic's, the rule of the host behind another one. */
export function pictureRule(provider: ProviderId, model: string): PictureRule | undefined {
  return (/claude/i.test(model) ? providers.anthropic : providers[provider]).quirks?.manyPictures
}

type PictureFields = 'vision' | 'image' | 'tooMany' | 'refused'

export type ShownPicture = { mimeType: string; base64: string } | { note: string }

/** A picture as a request can carry it, or the one line that replaces it. */
export function shownPicture(picture: Picture, request: Pick<ModelRequest, PictureFields>): ShownPicture {
  if (!request.vision) return { note: '[A picture was left out: this model takes none.]' }
  if (!takenTypes.has(picture.mimeType)) {
    return { note: `[A picture was left out: its type, ${picture.mimeType}, is not one that models take.]` }
  }
  if (request.tooMany?.has(picture.hash)) {
    return { note: '[A picture was left out: the request has no room for more. Ask for it alone to see it.]' }
  }
  if (request.refused?.has(picture.hash)) return { note: '[A picture was left out: the provider refused it.]' }
  const base64 = request.image(picture.hash)
  if (base64 === undefined) return { note: '[A picture stood here; it is no longer stored.]' }
  return { mimeType: picture.mimeType, base64 }
}

export function dataUrl(picture: { mimeType: string; base64: string }): string {
  return `data:${picture.mimeType};base64,${picture.base64}`
}

/** The pictures of a tool's result, parted into those that can be shown and one line about the others. */
export function shownOfResult(
  pictures: readonly Picture[],
  request: Pick<ModelRequest, PictureFields>,
): { shown: { mimeType: string; base64: string }[]; note: string } {
  const all = pictures.map((picture) => shownPicture(picture, request))
  const missing = all.flatMap((picture) => ('note' in picture ? [picture.note] : []))
  const [first, ...others] = missing
  const note =
    first === undefined
      ? ''
      : others.length === 0
        ? first
        : `[${missing.length} pictures were left out of this result.]`
  return { shown: all.flatMap((picture) => ('note' in picture ? [] : [picture])), note }
}
