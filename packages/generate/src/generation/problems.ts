import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { unstyledClasses, unstyledNotice } from '../steps/styles/unstyledClasses.ts'
import { stylesOfPage } from './pageStyles.ts'
import type { FileCall, SiteFiles } from './siteFiles.ts'
import { untranslatedSentence, untranslatedTexts } from './translations.ts'

const Checked = Type.Object({
  ok: Type.Literal(true),
  data: Type.Object({
    findings: Type.Array(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        documentId: Type.String(),
        excerpt: Type.Optional(Type.String()),
      }),
    ),
  }),
})

/** The findings that a visitor runs into. */
const SHOWN: ReadonlySet<string> = new Set([
  'broken-link',
  'broken-anchor',
  'broken-image',
  'missing-source',
  'empty-link-target',
])
/** How many problems of one page are listed. */
const LISTED = 20

/** A page of a generation that is written. */
export interface WrittenPage {
  file: string
  documentId: string
}

/** The reasons why pages are not done: dead links, missing pictures, and classes without styles, by their documents. */
export async function pageProblems(
  files: SiteFiles,
  pages: readonly WrittenPage[],
  by: FileCall,
  hasUtilities: boolean,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>(pages.map(({ documentId }) => [documentId, []]))
  const checked = await files.call('check_page', { all: true }, by)
  if (Value.Check(Checked, checked)) {
    for (const { code, message, documentId } of checked.data.findings)
      if (SHOWN.has(code)) found.get(documentId)?.push(message)
  }
  const untranslated = await untranslatedTexts(files, by)
  for (const { file, documentId } of pages) {
    const left = untranslated.get(documentId) ?? 0
    if (left > 0) found.get(documentId)?.push(untranslatedSentence(left))
    const html = await files.read(file, by)
    if (html === undefined) continue
    const css = await stylesOfPage(files, html, by)
    const notice = unstyledNotice(file, unstyledClasses(html, css, hasUtilities))
    if (notice !== undefined) found.get(documentId)?.push(notice)
  }
  return new Map(
    [...found].flatMap(([id, list]) => (list.length > 0 ? [[id, [...new Set(list)].slice(0, LISTED)]] : [])),
  )
}
