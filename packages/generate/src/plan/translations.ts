import type { Blueprint, PagePlan } from '../blueprint/schema.ts'

const TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/

/** The file of a page in another language, as its address will be: `de/about.html` of `about.html`, `de.html` of the home page. */
export const translatedFile = (filename: string, locale: string): string =>
  filename === 'index.html' ? `${locale}.html` : `${locale}/${filename}`

/** The further languages of a site, each once and other than its own. */
export function furtherLanguages({ language, languages }: Pick<Blueprint, 'language' | 'languages'>): string[] {
  return [...new Set(languages)].filter((each) => TAG.test(each) && each !== language)
}

/** The pages of a site in its further languages, as pages of the plan. */
export function plannedTranslations(
  blueprint: Blueprint,
): { page: PagePlan; translation: { locale: string; of: string } }[] {
  const taken = new Set(blueprint.pages.map(({ filename }) => filename))
  return furtherLanguages(blueprint).flatMap((locale) =>
    blueprint.pages.flatMap((page) => {
      const filename = translatedFile(page.filename, locale)
      if (taken.has(filename)) return []
      return [{ page: { ...page, filename, sections: [] }, translation: { locale, of: page.filename } }]
    }),
  )
}

/** A language as its own speakers call it. */
export function languageName(locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
  } catch {
    return locale
  }
}
