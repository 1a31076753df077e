import type { Documents } from '@atelier/documents'
import { mediaEntries } from '@atelier/site'
import { type Plan, type PlannedPage, readPlan } from '../plan/plan.ts'
import { readProgress } from '../plan/progress.ts'
import type { ToBegin } from '../schedule/decide.ts'
import { mendPrompt } from '../steps/prompts/mend.ts'
import {
  addPagesPrompt,
  assetsPrompt,
  componentsPrompt,
  generatePrompt,
  type PromptPicture,
  type PromptSource,
  pagePrompt,
  redesignPrompt,
} from '../steps/prompts/prompts.ts'
import { translatePrompt } from '../steps/prompts/translate.ts'
import { pageFiles } from './pages.ts'
import type { GenerationRow } from './rows.ts'
import type { FileCall, SiteFiles } from './siteFiles.ts'
import { prepareTranslation } from './translations.ts'

export interface PromptServices {
  documents: Documents
  files: SiteFiles
  newId(): string
}

const PARTS = ['_components/header.html', '_components/footer.html']

/**
 * The prompt of a generation's run, with the facts of the site that it needs; undefined if its page is no longer
 * planned.
 * @param problems the problems of the page that the run is to mend; undefined if it writes the page
 */
export async function promptOf(
  services: PromptServices,
  row: GenerationRow,
  { step, page }: ToBegin,
  by: FileCall,
  problems?: readonly string[],
): Promise<string | undefined> {
  const { documents, files } = services
  const document = await documents.inProject(row.project_id).open(row.document_id)
  if (!document) return undefined
  const plan = readPlan(document)
  if (step === 'generate') return await planPrompt(services, row, plan, by)
  if (step === 'components') return componentsPrompt(plan).user
  const translated = plan.pages.find(({ key, translation }) => key === page && translation)
  if (translated) return await translationPrompt(services, plan, translated, by)
  if (problems) {
    const planned = plan.pages.find(({ key }) => key === page)
    return planned && mendPrompt(plan, planned.filename, problems)
  }
  const parts: Record<string, string> = {}
  for (const file of PARTS) {
    const text = await files.read(file, by)
    if (text !== undefined) parts[file] = text
  }
  if (step === 'assets') return assetsPrompt(plan, { parts }).user
  const styles = await files.read('styles.css', by)
  const sources = readProgress(document).sources.map(({ url, text }) => ({ source: url, text }))
  const mark = services.newId()
  const pictures = await picturesOf(documents, by)
  return pagePrompt(plan, page, { parts, sources, pictures, mark, ...(styles === undefined ? {} : { styles }) })?.user
}

async function planPrompt(services: PromptServices, row: GenerationRow, plan: Plan, by: FileCall): Promise<string> {
  const { documents, files } = services
  const document = await documents.inProject(row.project_id).open(row.document_id)
  const read = document ? readProgress(document).sources : []
  const sources: PromptSource[] = read.map(({ url, text }) => ({ source: url, text }))
  const mark = services.newId()
  const pictures = await picturesOf(documents, by)
  if (row.kind === 'site') return generatePrompt(row.brief, { mark, sources, pictures, brand: plan.brand }).user
  const names = await pageFiles(documents, by.project)
  if (row.kind === 'pages') return addPagesPrompt(row.brief, plan, names, { mark, sources, pictures }).user
  const own: PromptSource[] = []
  for (const source of names.slice(0, 12)) {
    const text = await files.read(source, by)
    if (text !== undefined) own.push({ source, text })
  }
  return redesignPrompt(row.brief, { mark, sources: [...own, ...sources], pictures, brand: plan.brand }).user
}

/** Undefined if the page has no copy to be translated. */
async function translationPrompt(
  { documents, files }: PromptServices,
  plan: Plan,
  page: PlannedPage,
  by: FileCall,
): Promise<string | undefined> {
  const prepared = await prepareTranslation({ documents, files }, plan, page, by)
  if (typeof prepared === 'string') return undefined
  return translatePrompt(plan, page, [
    { pageId: prepared.page, what: `the page “${page.title}”` },
    ...prepared.around.map((pageId) => ({ pageId, what: 'the header and footer of all pages in this language' })),
  ])
}

/** The most pictures of the media library that a prompt names. */
const MOST_PICTURES = 40

/** The pictures that people put into the media library, newest first: they are used as they are. */
async function picturesOf(documents: Documents, { project }: FileCall): Promise<PromptPicture[]> {
  const site = await documents.inProject(project.id).open(project.site_document_id)
  const own = site ? mediaEntries(site).filter(({ type, source }) => type.startsWith('image/') && !source) : []
  return own
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, MOST_PICTURES)
    .map(({ path, name, alt, width, height }) => ({
      url: `/${path}`,
      alt: alt ?? name,
      ...(width && height ? { width, height } : {}),
    }))
}
