import type { Documents } from '@atelier/documents'
import { pages } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Plan, type PlannedPage, writtenPages } from '../plan/plan.ts'
import { languageName, translatedFile } from '../plan/translations.ts'
import { MOST_TRIES, type StepRun } from '../schedule/decide.ts'
import { pageOfFile } from './pages.ts'
import type { FileCall, SiteFiles } from './siteFiles.ts'

/** The pages of a plan that wait until the page that they translate is there, or will not be. */
export function heldTranslations({ pages: planned }: Pick<Plan, 'pages'>, runs: readonly StepRun[]): Set<string> {
  const held = new Set<string>()
  for (const { key, translation } of planned) {
    const source = translation && planned.find(({ filename }) => filename === translation.of)
    if (!source) continue
    const own = runs.filter(({ step, page }) => step === 'pages' && page === source.key)
    const last = own.toSorted((a, b) => a.attempt - b.attempt).at(-1)
    const tries = own.filter(({ current }) => current).length
    const isSettled =
      last !== undefined &&
      (last.discarded ||
        last.outcome === 'stands' ||
        last.outcome === 'stopped' ||
        (last.outcome === 'failed' && tries >= MOST_TRIES))
    if (!isSettled) held.add(key)
  }
  return held
}

/** The change set of what is made of a page before the run that translates it begins. */
export const copyChangeSet = (runId: string): string => `${runId}-copy`

export interface TranslationServices {
  documents: Documents
  files: SiteFiles
}

/** The documents of a translation whose texts are to be translated: the page, and of the home page what is around all pages. */
export interface PreparedTranslation {
  page: string
  around: string[]
}

/**
 * Makes the translation of a page as a copy in its language, with links between the languages, and the same of what is around
 * all pages. Existing copies stay. Returns the sentence of what went wrong.
 */
export async function prepareTranslation(
  { documents, files }: TranslationServices,
  plan: Plan,
  page: PlannedPage,
  by: FileCall,
): Promise<PreparedTranslation | string> {
  const { translation } = page
  const source = translation && (await pageOfFile(documents, by.project, translation.of))
  if (!translation || source === undefined) return 'The page that it translates was not made.'
  const { locale } = translation
  await linkLanguages(files, plan, translation.of, by)
  if ((await translatedDocument(documents, by, source, locale)) === undefined) {
    const made = await files.call('duplicatePage', { pageId: source, title: page.title, locale }, by)
    if (!made.ok) return made.error?.message ?? 'The page could not be copied.'
  }
  const copy = await translatedDocument(documents, by, source, locale)
  if (copy === undefined) return 'The copy of the page is gone.'
  const around: string[] = []
  for (const { id, title } of await templatesOf(documents, by)) {
    if ((await translatedDocument(documents, by, id, locale)) === undefined)
      await files.call('duplicatePage', { pageId: id, title: `${title} (${locale})`, locale }, by)
    const made = await translatedDocument(documents, by, id, locale)
    if (made !== undefined) around.push(made)
  }
  return { page: copy, around: translation.of === 'index.html' ? around : [] }
}

async function siteView(documents: Documents, { project }: FileCall) {
  return await documents.inProject(project.id).open(project.site_document_id)
}

/** The document of a page, or of a template, in a language; undefined if it is not translated to it. */
export async function translatedDocument(
  documents: Documents,
  by: FileCall,
  sourceId: string,
  locale: string,
): Promise<string | undefined> {
  const site = await siteView(documents, by)
  return site && pages(site).find((each) => each.source === sourceId && each.locale === locale)?.id
}

async function templatesOf(documents: Documents, by: FileCall): Promise<{ id: string; title: string }[]> {
  const site = await siteView(documents, by)
  const all = site ? pages(site) : []
  return all.filter(({ template, source }) => template?.target.kind === 'everywhere' && source === undefined)
}

const LANGUAGES = 'data-block="languages"'

/** Puts links to a page in all its languages at its end, unless it has them. */
async function linkLanguages(files: SiteFiles, plan: Plan, file: string, by: FileCall): Promise<void> {
  const html = await files.read(file, by)
  if (html === undefined || html.includes(LANGUAGES)) return
  const locales = [
    ...new Set(plan.pages.flatMap(({ translation }) => (translation?.of === file ? [translation.locale] : []))),
  ]
  const links = [plan.site.language, ...locales].map((locale) => {
    const address = pageAddressOf(locale === plan.site.language ? file : translatedFile(file, locale))
    return `<a href="${address}" hreflang="${locale}" lang="${locale}">${languageName(locale)}</a>`
  })
  const nav = `<nav class="languages" ${LANGUAGES} aria-label="${LABEL}" translate="no">\n${links.join('\n')}\n</nav>\n`
  const at = ['<!-- @component:footer -->', '<footer', '</body>']
    .map((mark) => html.lastIndexOf(mark))
    .find((each) => each >= 0)
  if (at === undefined) return
  await files.write({ [file]: `${html.slice(0, at)}${nav}${html.slice(at)}` }, by)
  await files.call('applyCss', { css: LANGUAGE_CSS }, by)
}

/** In no language: the names of the languages say what it is. */
const LABEL = 'Languages'

const LANGUAGE_CSS = `.languages {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1.25rem;
  justify-content: center;
  padding: 1.5rem 1.25rem;
}`

const pageAddressOf = (file: string): string => {
  const slug = file.replace(/(?:^|\/)index\.html$/, '').replace(/\.html$/, '')
  return slug === '' ? '/' : `/${slug}/`
}

const Listed = Type.Object({
  ok: Type.Literal(true),
  data: Type.Object({
    translations: Type.Array(
      Type.Object({
        pageId: Type.String(),
        untranslated: Type.Integer(),
        new: Type.Integer(),
        changed: Type.Integer(),
      }),
    ),
  }),
})

/** How many texts of each translation are still to be translated, by document. */
export async function untranslatedTexts(files: SiteFiles, by: FileCall): Promise<ReadonlyMap<string, number>> {
  const result = await files.call('listStaleTexts', {}, by)
  if (!Value.Check(Listed, result)) return new Map()
  return new Map(
    result.data.translations.map((each) => [each.pageId, each.untranslated + each.new + each.changed] as const),
  )
}

/** The sentence of a page whose texts are not all translated. */
export const untranslatedSentence = (count: number): string =>
  count === 1 ? 'One text is not translated yet.' : `${count} texts are not translated yet.`

/** Whether a plan has pages in several languages. */
export const hasTranslations = (plan: Plan): boolean => writtenPages(plan).length < plan.pages.length
