import type { View } from '@atelier/documents'
import type { CompileUtilities } from '../context/utilities.ts'
import { codeWords } from '../tokens/uses.ts'
import { siteUtilities } from './settings.ts'

/** The longest class that is compiled; the longest in use, with an arbitrary grid, has about 250 characters. */
const LONGEST_CLASS = 1_000
/** The most classes that are compiled; the largest sites use about 5,000. */
const MOST_CLASSES = 20_000

/**
 * The CSS of the utility classes of a site, in layers, so that every rule of the site itself wins over it; empty if the
 * site has no utilities, and for classes that Tailwind does not know.
 * @param classes the classes that the site's documents use
 * @param compile in a thread, if other work waits meanwhile
 */
export async function utilityCss(
  site: View,
  classes: Iterable<string>,
  compile: CompileUtilities = compileUtilities,
): Promise<string> {
  const utilities = siteUtilities(site)
  if (!utilities) return ''
  const candidates = safeClasses([...classes, ...codeWords(site)])
  const compiled = await compileWithSheet(utilities.theme, candidates, compile)
  // A theme that another program wrote may be broken: the classes by Tailwind's own values are worth more than none.
  return compiled.css ?? (await compileWithSheet('', candidates, compile)).css ?? ''
}

/** The stylesheet of Tailwind itself: its theme, its reset, and the place of its classes. Loaded for sites that use it. */
export async function loadSheet(): Promise<string> {
  const { tailwindSheet } = await import('./sheet.generated.ts')
  return tailwindSheet
}

/** Compiles the classes of pages with Tailwind's own sheet and further rules of the theme. */
export const compileWithSheet = async (
  theme: string,
  candidates: readonly string[],
  compile: CompileUtilities = compileUtilities,
) => await compile(`${await loadSheet()}\n${theme}`, candidates)

/** Compiles in this thread, which takes from 30 to 150 ms. */
export const compileUtilities: CompileUtilities = async (source, candidates) => {
  const { compile } = await import('tailwindcss')
  try {
    const compiler = await compile(source)
    const css = compiler.build([...candidates]).trim()
    return { css: css.replace(/^\/\*! tailwindcss[^*]{0,200}\*\/\s{0,9}/, '') }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** The classes without those that could run script or hold no class of a page. */
function safeClasses(classes: readonly string[]): string[] {
  const safe = new Set<string>()
  for (const name of classes) {
    if (safe.size >= MOST_CLASSES) break
    if (name.length <= LONGEST_CLASS && !/[{};<>]/.test(name) && isHarmless(name)) safe.add(name)
  }
  return [...safe].sort()
}

/** Whether an arbitrary value of a class holds no script, also not behind escapes. */
function isHarmless(name: string): boolean {
  if (!name.includes('[')) return true
  if (name.includes('\\') && /url\(/i.test(name)) return false
  return !/script:|expression\(|binding|behavior|data:text/i.test(name.replace(/[_\\]/g, ''))
}
