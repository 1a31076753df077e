import type { Plan, PlannedPage } from '../../plan/plan.ts'
import { languageName } from '../../plan/translations.ts'
import { dataConvention } from './conventions.ts'
import { planText } from './planText.ts'

/** The instructions of a run that translates a page; the same for every such run. */
export const translateSystem = `You translate the texts of one page of a website. The page is a copy of the one that it translates: its structure, pictures and links are right, and stay.
- For each document of the request: read its texts with listStaleTexts (pageId, whole: true), then answer all of them with updateTranslation, up to 200 texts in one call. Go on until none is left.
- Marks inside a text (<strong>, <a …>) stay around the same words. Names, addresses, numbers and code stay as they are. A text in square brackets such as [Your opening hours] is a blank: translate the words in it, and keep the brackets.
- Write as a native speaker of that language would write for this business, in the tone of the plan; titles and descriptions too. Add nothing, and leave nothing out.
- Say in one sentence what you translated.

${dataConvention}`

/** Asks for a page to be translated. @param documents what is to be translated, by document */
export function translatePrompt(
  plan: Plan,
  page: PlannedPage,
  documents: readonly { pageId: string; what: string }[],
): string {
  const { locale = '', of = '' } = page.translation ?? {}
  const listed = documents.map(({ pageId, what }) => `- ${pageId}: ${what}`).join('\n')
  return [
    `# The plan\n${planText(plan)}`,
    `# To translate\n${listed}`,
    `Translate ${of} from ${plan.site.language} to ${locale} (${languageName(locale)}): ${page.filename}.`,
  ].join('\n\n')
}
