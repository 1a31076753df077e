import { isUtilityClass } from './names.ts'

/** From how many utility classes on a text may turn the utilities of a site on. */
const MANY_CLASSES = 10
const IS_TAILWIND = /tailwind|@(?:apply|theme|utility|custom-variant|screen)\b|\btheme\(/i

/** Whether what an operation is given may have the site compile utility classes, which takes long. */
export function bringsUtilities(input: unknown): boolean {
  if (typeof input === 'string') return IS_TAILWIND.test(input) || utilitiesIn(input) >= MANY_CLASSES
  if (typeof input !== 'object' || input === null) return false
  return Object.values(input).some(bringsUtilities)
}

function utilitiesIn(html: string): number {
  const found = new Set<string>()
  for (const [, double, single] of html.matchAll(/\bclass=(?:"([^"]*)"|'([^']*)')/g)) {
    for (const name of (double ?? single ?? '').split(/\s+/)) if (isUtilityClass(name)) found.add(name)
    if (found.size >= MANY_CLASSES) break
  }
  return found.size
}
