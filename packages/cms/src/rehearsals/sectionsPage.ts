import type { Rehearsal } from '@atelier/agent'
import { callOf, failureText, resultData } from '@atelier/operation'
import { createPageWithContent } from '../operations/createPageWithContent.ts'
import { listSectionTemplates } from '../operations/listSectionTemplates.ts'
import { mentions, quotedIn, wordsBehind } from './words.ts'

const PAGE = ['page', 'seite', 'sayfa']
const MAKES = ['make', 'create', 'build', 'new ', 'neue', 'erstell', 'mach', 'yeni', 'oluştur', 'yap']
const SECTIONS = ['section', 'abschnitt', 'bölüm']
const CALLED = ['called ', 'named ', 'page for ', 'page about ', 'seite für ', 'namens ']
const USUAL = 'Catering'
const KEYS = ['hero', 'cards', 'faq', 'call']

/** Makes a page of the sections that a request names, or of four usual ones. */
export const sectionsPage: Rehearsal = {
  id: 'cms.sectionsPage',
  title: 'Make a new page “Catering” from sections',
  fits: (prompt) => (mentions(prompt, PAGE) && mentions(prompt, MAKES) && mentions(prompt, SECTIONS) ? 5 : 0),
  *play({ prompt }) {
    const name = quotedIn(prompt)[0] ?? wordsBehind(prompt, CALLED)?.slice(0, 60) ?? USUAL
    const [listed] = yield {
      text: 'This is a script, not a model. I look which sections there are.',
      calls: [callOf(listSectionTemplates, {})],
    }
    const templates = resultData(listSectionTemplates, listed)?.templates ?? []
    const wanted = templates.filter(({ key, name: own }) => key !== name && mentions(prompt, [own.toLowerCase()]))
    const usual = KEYS.flatMap((key) => templates.find((each) => each.key === key) ?? [])
    const chosen = wanted.length > 1 ? wanted : usual
    if (chosen.length === 0) {
      yield { text: `There are no sections to make a page of. ${failureText(listed)}` }
      return
    }
    const sections = chosen.map(({ key, fields }, index) => ({
      sectionKey: key,
      ...(index === 0 && fields.includes('heading') ? { content: { heading: name } } : {}),
    }))
    const [made] = yield {
      text: `One page of ${sections.length} sections.`,
      calls: [callOf(createPageWithContent, { name, sections })],
    }
    const done = resultData(createPageWithContent, made)
    const where = done?.navigationSuggestion
      ? ` It could get an item in the ${done.navigationSuggestion.location}.`
      : ''
    yield {
      text: done
        ? `The page “${done.page.name}” is at ${done.page.address} with ${done.sections.length} sections; their words are still to be written.${where}`
        : `The page was not made. ${failureText(made)}`,
    }
  },
}
