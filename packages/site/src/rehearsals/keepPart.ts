import type { Rehearsal } from '@atelier/agent'
import { callOf, isResultOf } from '@atelier/operation'
import { setLocked } from '../operations/locks/setLocked.ts'
import { find } from '../operations/reads/find.ts'
import { failureOf } from './page.ts'
import { knowsAll, opensWith } from './words.ts'

const request =
  /^(?:do not|don[’']t|never) (?:touch|change|edit) (?:the|my|our|this) (?:header|footer|navigation)(?:[.!]|$)/i
const vocabulary = /^(?:do|don[’']t|not|never|touch|change|edit|the|my|our|this|header|footer|navigation)$/i

/** The element of each part that a script knows. */
const tags = [
  ['header', 'header'],
  ['footer', 'footer'],
  ['navigation', 'nav'],
] as const

/** Locks the header, footer or navigation of every page, template and component, as a person asks for it. */
export const keepPart: Rehearsal = {
  id: 'site.keep-part',
  title: 'Do not touch the header',
  fits: (prompt) => (opensWith(prompt, request) && knowsAll(prompt, vocabulary) ? 8 : 0),
  *play({ prompt }) {
    const [word, tag] = tags.find(([each]) => prompt.toLowerCase().includes(each)) ?? tags[0]
    const [found] = yield { calls: [{ name: 'call_operation', input: callOf(find, { selector: tag }) }] }
    const matches = found?.ok && isResultOf(find, found) && found.ok ? (found.data?.matches ?? []) : []
    // Articles have headers of their own: only the first of each document is that of the page.
    const first = new Map(matches.toReversed().map(({ document, uid }) => [document.id, uid]))
    if (first.size === 0) {
      yield { text: failureOf(found ? [found] : []) ?? `No page has a ${word}, so there is nothing to lock.` }
      return
    }
    const ids = [...first.values()]
    const results = yield { calls: [{ name: 'call_operation', input: callOf(setLocked, { ids, locked: true }) }] }
    const places = ids.length === 1 ? 'one place' : `${ids.length} places`
    const done = `The ${word} is locked in ${places}: no agent changes it until you unlock it, in the layers or by Ctrl+Alt+Shift+K.`
    yield { text: failureOf(results) ?? done }
  },
}
