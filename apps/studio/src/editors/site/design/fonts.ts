import type { FontFamily, MediaEntry } from '@atelier/site'

/** Uploaded font files that no family uses yet. */
export function freeFontFiles(media: readonly MediaEntry[], families: readonly Pick<FontFamily, 'files'>[]) {
  const used = new Set(families.flatMap(({ files }) => files.map(({ hash }) => hash)))
  return media.filter(({ type, hash }) => /^font\/(woff2?|ttf|otf)$/.test(type) && !used.has(hash))
}

export interface FontForm {
  /** What the font is for. */
  name: string
  /** A family of Google Fonts; it wins over `familyId`. */
  google: string
  /** A family of the site or an uploaded file; empty for the fallback alone. */
  familyId: string
  fallback: string
}

/** The font token that a form asks for. */
export function fontToken({ name, google, familyId, fallback }: FontForm) {
  const googleFamily = google.trim()
  const family = googleFamily !== '' ? { googleFamily } : familyId === '' ? {} : { familyId }
  return { name: name.trim() || googleFamily || 'Body', fallback, ...family }
}

/** What a font is called after the file that was uploaded for it; a name that was typed stays. */
export function nameAfterUpload(name: string, fileName: string): string {
  return name.trim() === '' ? fileName.replace(/\.[^.]*$/, '') : name
}
