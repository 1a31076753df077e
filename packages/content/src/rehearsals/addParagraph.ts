import type { Rehearsal } from '@atelier/agent'
import { CALL_OPERATION, callOf } from '@atelier/operation'
import { wordsIn } from '../brain/words.ts'
import { editField } from '../operations/entries/editField.ts'
import { get_content } from '../operations/entries/getContent.ts'
import { list_models } from '../operations/models/listModels.ts'
import { contextText, dataOf, failureOf } from './results.ts'

const CLOSING = 'Thank you for reading. Write to us, and we answer in the same week.'

/** Adds a paragraph at the end of the open entry's text; what others write in it meanwhile stays. */
export const addParagraph: Rehearsal = {
  id: 'content.add-paragraph',
  title: 'Add a closing paragraph',
  fits(prompt) {
    const words = wordsIn(prompt.slice(0, 500))
    return words.includes('paragraph') && words.some((word) => ['add', 'closing', 'ekle'].includes(word)) ? 5 : 0
  },
  *play({ context }) {
    const model = contextText(context, 'modelId')
    const id = contextText(context, 'entryId')
    if (model === undefined || id === undefined) {
      yield { text: 'Open the entry that the paragraph belongs to.' }
      return
    }
    const [listed, read] = yield {
      text: 'I read the text as it is now.',
      calls: [callOf(list_models, {}), callOf(get_content, { model, id })],
    }
    const { fields = {} } = dataOf(list_models, listed)?.models.find((each) => each.id === model) ?? {}
    const entry = dataOf(get_content, read)?.entries?.[0]
    const name = Object.keys(fields).find((each) => /^(?:markdown|richtext)\*?$/.test(fields[each] ?? ''))
    const base = name === undefined ? undefined : entry?.data[name]
    if (name === undefined || typeof base !== 'string') {
      yield { text: 'This entry has no long text yet.' }
      return
    }
    const value = base.trimStart().startsWith('<') ? `${base}\n<p>${CLOSING}</p>` : `${base.trimEnd()}\n\n${CLOSING}`
    const [saved] = yield {
      text: 'I add a paragraph at its end.',
      calls: [onDemand(callOf(editField, { model, entryId: id, field: name, base, value }))],
    }
    yield {
      text: dataOf(editField, saved) ? 'The paragraph is at the end.' : `It was refused: ${failureOf(saved)}`,
    }
  },
}

/** The call of an operation that is not among the tools of a run. */
const onDemand = (input: ReturnType<typeof callOf>) => ({ name: CALL_OPERATION, input })
