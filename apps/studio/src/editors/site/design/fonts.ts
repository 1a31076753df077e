import type { FontFamily, FontToken, MediaEntry } from '@atelier/site'

/** Uploaded font files that no family uses yet. */
export function freeFontFiles(media: readonly MediaEntry[], families: readonly Pick<FontFamily, 'files'>[]) {
  const used = new Set(families.flatMap(({ files }) => files.map(({ hash }) => hash)))
  return media.filter(({ type, hash }) => /^font\/(woff2?|ttf|otf)$/.test(type) && !used.has(hash))
}

export interface FontForm {
  /** The purpose of the font. */
  name: string
  /** A family of Google Fonts; it wins over `familyId`. */
  google: string
  /** The weights of a Google font to install, such as `400, 700`; empty for those that the styles use. */
  weights: string
  /** A family of the site or an uploaded file; empty for only the fallback. */
  familyId: string
  fallback: string
}

/** The font token that a form asks for. */
export function fontToken({ name, google, weights, familyId, fallback }: FontForm) {
  const googleFamily = google.trim()
  const variants = weights.split(/[\s,]+/).filter((weight) => weight !== '')
  const installed = { googleFamily, ...(variants.length > 0 ? { variants } : {}) }
  const family = googleFamily !== '' ? installed : familyId === '' ? {} : { familyId }
  return { name: name.trim() || googleFamily || 'Body', fallback, ...family }
}

/** The name of a font after its uploaded file; a name that was typed stays. */
export function nameAfterUpload(name: string, fileName: string): string {
  return name.trim() === '' ? fileName.replace(/\.[^.]*$/, '') : name
}

/** The weights that the styles use and an installed family lacks; none of a family of uploaded files. */
export function missingWeights({ source, variants }: FontFamily, used: Iterable<number>): string[] {
  if (source !== 'google') return []
  const has = new Set(variants.map((variant) => variant.replace(/italic$/, '')))
  return [...used].filter((weight) => weight % 100 === 0 && !has.has(String(weight))).map(String)
}

/** The input that installs further weights of a font token's family. */
export const withWeights = ({ name, variable }: FontToken, { family }: FontFamily, variants: readonly string[]) => ({
  tokens: [{ name, variable, googleFamily: family, variants: [...variants] }],
})
