import type { Rehearsal } from '@atelier/agent'
import { callOf, failureText, resultData } from '@atelier/operation'
import { getPageSections } from '../operations/getPageSections.ts'
import { updateSectionContent } from '../operations/updateSectionContent.ts'

/** The longest part of a request that is read, in characters. */
const READ = 500
const ABOUT = ['opening hours', 'easter hours', 'open hours', 'hours', 'öffnungszeit', 'çalışma saat', 'açılış saat']
const USUAL = 'Monday to Friday, 8 to 18'
/** Texts that say when something is open. */
const HOURS = /\b(?:open|hours|closed)\b|geöffnet|öffnungszeit|saatleri/i

/** The hours in a request: in quotes, or behind a colon. */
function hoursIn(prompt: string): string {
  const text = prompt.slice(0, READ)
  const quoted = /[“"„«]([^“”"„«»]{3,200})[”"“»]/.exec(text)?.[1]
  const behind = text.includes(': ') ? text.slice(text.indexOf(': ') + 2) : undefined
  return (quoted ?? behind)?.trim() || USUAL
}

/** Puts opening hours on the home page: into the text that has them, otherwise behind the first text. */
export const openingHours: Rehearsal = {
  id: 'cms.openingHours',
  title: 'Put the opening hours on the home page: Monday to Friday, 8 to 18',
  fits(prompt) {
    const words = prompt.slice(0, READ).toLowerCase()
    return ABOUT.some((each) => words.includes(each)) ? 4 : 0
  },
  *play({ prompt }) {
    const hours = hoursIn(prompt)
    const [read] = yield {
      text: 'This is a script, not a model. I look at the home page first.',
      calls: [callOf(getPageSections, { pageId: 'home', includeContent: true })],
    }
    const page = resultData(getPageSections, read)
    const texts = (page?.sections ?? []).flatMap(({ id, name, fields = [] }) =>
      fields.flatMap((field) =>
        field.kind === 'text' && typeof field.value === 'string' && !field.bound && field.value !== ''
          ? [{ section: id, title: name, name: field.name, text: field.value }]
          : [],
      ),
    )
    const known = texts.find(({ name, text }) => !name.startsWith('heading_') && HOURS.test(text))
    const place = known ?? texts.find(({ name }) => name.startsWith('text_')) ?? texts[0]
    if (!page || !place) {
      yield { text: page ? 'The home page has no text to put them into.' : `That failed: ${failureText(read)}` }
      return
    }
    const text = known ? `Open ${hours}.` : `${place.text} Open ${hours}.`
    const [done] = yield {
      text: known ? 'There are hours already; I change them.' : 'There are no hours yet; I add them to the first text.',
      calls: [callOf(updateSectionContent, { pageSectionId: place.section, content: { [place.name]: text } })],
    }
    yield {
      text: resultData(updateSectionContent, done)
        ? `The home page says “Open ${hours}.” now, in the section “${place.title}”. Visitors see it once it is published.`
        : `It could not be changed: ${failureText(done)}`,
    }
  },
}
