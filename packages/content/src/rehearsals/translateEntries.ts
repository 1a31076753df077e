import type { Rehearsal } from '@atelier/agent'
import { callOf } from '@atelier/operation'
import type { Static, TSchema } from 'typebox'
import { listUntranslated } from '../operations/locales/listUntranslated.ts'
import { saveTranslations } from '../operations/locales/saveTranslations.ts'
import { readTranslationTask } from '../prompt/translationTask.ts'
import { dataOf, failureOf } from './results.ts'
import { translationOf } from './texts.ts'

/** A call of an operation that is no tool by itself. */
const onDemand = <Input extends TSchema>(
  operation: { readonly name: string; readonly input: Input },
  input: Static<Input>,
): { name: string; input: unknown } => ({ name: 'call_operation', input: callOf(operation, input) })

/**
 * Fills a locale of chosen entries, as `translationTask` asks for it. A script knows the translations of its own texts,
 * and of texts that the vocabulary has whole; any other it leaves, and says so.
 */
export const translateEntries: Rehearsal = {
  id: 'content.translate-entries',
  title: 'Translate entries',
  fits: (prompt) => (readTranslationTask(prompt) ? 9 : 0),
  *play({ prompt }) {
    const task = readTranslationTask(prompt)
    if (!task) return
    const { model, from, to, entryIds, published } = task
    const asked = {
      model,
      from,
      to,
      ...(entryIds ? { entryIds: [...entryIds] } : {}),
      ...(published ? { published } : {}),
    }
    let after: string | undefined
    let [translated, known, all] = [0, 0, 0]
    for (;;) {
      const [listed] = yield { calls: [onDemand(listUntranslated, { ...asked, ...(after ? { after } : {}) })] }
      const work = dataOf(listUntranslated, listed)
      if (!work) {
        yield { text: `Nothing was translated: ${failureOf(listed)}` }
        return
      }
      const terms = new Map(work.vocabulary.map((term) => [term.from, term.to]))
      const entries: Record<string, Record<string, string>> = {}
      for (const { id, texts } of work.entries) {
        all += Object.keys(texts).length
        const own = Object.entries(texts).flatMap(([name, text]): [string, string][] => {
          const found = terms.get(text) ?? translationOf(text, to)
          return found === undefined ? [] : [[name, found]]
        })
        known += own.length
        if (own.length > 0) entries[id] = Object.fromEntries(own)
      }
      after = work.entries.at(-1)?.id
      const count = Object.keys(entries).length
      if (count > 0) {
        const [saved] = yield {
          text: `${count} ${count === 1 ? 'entry' : 'entries'}, into ${to}.`,
          calls: [onDemand(saveTranslations, { model, from, to, entries, ...(published ? { published } : {}) })],
        }
        const done = dataOf(saveTranslations, saved)
        if (!done) {
          yield { text: `The translations were refused: ${failureOf(saved)}` }
          return
        }
        translated += done.entries.length
      }
      if (work.left === 0 || after === undefined) break
    }
    const left = all - known
    const demo =
      left === 0
        ? ''
        : ` ${left} ${left === 1 ? 'text is' : 'texts are'} left: this is a scripted demonstration, which knows only its own texts and those of the vocabulary. Connect a model for yours.`
    yield {
      text: `${translated} ${translated === 1 ? 'entry' : 'entries'} translated into ${to}, as ${translated === 1 ? 'a draft' : 'drafts'} to review.${demo}`,
    }
  },
}
