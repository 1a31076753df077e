import type { Rehearsal } from '@atelier/agent'
import { callOf, type Envelope, isResultOf } from '@atelier/operation'
import type { Static, TSchema } from 'typebox'
import { listStaleTexts } from '../operations/pages/listStaleTexts.ts'
import { updateTranslation } from '../operations/pages/updateTranslation.ts'
import { kindsOf, readPageTranslationTask } from '../prompt/translationTask.ts'
import { failureOf } from './page.ts'

const MAX_ROUNDS = 100
const HOW =
  'Choose “Translate…” in the menu of a page, which makes a page for the other language; then “Translate its texts…” in the menu of that one.'

/** A call of an operation that is no tool by itself. */
const onDemand = <Input extends TSchema>(
  operation: { readonly name: string; readonly input: Input },
  input: Static<Input>,
): { name: string; input: unknown } => ({ name: 'call_operation', input: callOf(operation, input) })

/**
 * Fills a translated page, as `pageTranslationTask` asks for it. A script knows the translations of texts that the
 * vocabulary has whole; any other it leaves, and says so.
 */
export const translatePage: Rehearsal = {
  id: 'site.translate-page',
  title: 'Translate a page',
  fits: (prompt) => (readPageTranslationTask(prompt) ? 9 : /^translate a page\.?$/i.test(prompt.trim()) ? 4 : 0),
  *play({ prompt }) {
    const task = readPageTranslationTask(prompt)
    if (!task) {
      yield { text: HOW }
      return
    }
    const { pageId, to, onlyChanged } = task
    let [written, left] = [0, 0]
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const asked = { pageId, kinds: kindsOf(onlyChanged), whole: true, offset: left }
      const [listed] = yield { calls: [onDemand(listStaleTexts, asked)] }
      const work = dataOf(listStaleTexts, listed)
      if (!work) {
        yield { text: `Nothing was translated: ${reasonOf(listed)}` }
        return
      }
      const { texts = [], vocabulary = [], left: behind = 0 } = work
      const terms = new Map(vocabulary.map((term) => [term.from, term.to]))
      const known = texts.flatMap(({ nodeId, attribute, source = '' }) => {
        const text = terms.get(source.trim())
        return text === undefined ? [] : [{ nodeId, ...(attribute === undefined ? {} : { attribute }), text }]
      })
      left += texts.length - known.length
      if (known.length > 0) {
        const [saved] = yield { calls: [onDemand(updateTranslation, { pageId, texts: known })] }
        const done = dataOf(updateTranslation, saved)
        if (!done) {
          yield { text: `The translations were refused: ${reasonOf(saved)}` }
          return
        }
        written += done.nodeIds.length
      }
      if (behind === 0 || texts.length === 0) break
    }
    const demo =
      left === 0
        ? ''
        : ` ${left} ${left === 1 ? 'text is' : 'texts are'} left: this is a scripted demonstration, which knows only the texts of the vocabulary. Connect a model for yours.`
    yield { text: `${written} ${written === 1 ? 'text' : 'texts'} translated into ${to}.${demo}` }
  },
}

const reasonOf = (result: Envelope | undefined) => failureOf(result ? [result] : []) ?? 'it was not answered.'

function dataOf<Output extends TSchema>(
  operation: { readonly output: Output },
  result: Envelope | undefined,
): Static<Output> | undefined {
  return result?.ok && isResultOf(operation, result) && result.ok ? result.data : undefined
}
