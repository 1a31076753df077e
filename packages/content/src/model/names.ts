/** Forms of the format's names. Each is anchored and linear. */
export const modelIdPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const fieldNamePattern = /^[a-z][a-z0-9_]*$/
export const entryIdPattern = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,39}$/
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const localePattern = /^[a-z]{2}(?:-[A-Z]{2})?$/
export const domainPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** Parts of an address in small letters, digits and dashes: `blog`, `en/news`. */
export const routePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*$/

/** The longest names of models, fields, domains and slugs, in characters. */
export const MAX_NAME = 100

/** A text as a slug: letters without their marks, digits, and dashes between words; empty if nothing of it is left. */
export const slugOf = (text: string): string =>
  text
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(Boolean)
    .join('-')
    .slice(0, MAX_NAME)
    .replace(/-$/, '')
