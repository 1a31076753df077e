import type { Rehearsal } from '@atelier/agent'
import { callOf } from '@atelier/operation'
import { wordsIn } from '../brain/words.ts'
import { get_content } from '../operations/entries/getContent.ts'
import { save_content } from '../operations/entries/saveContent.ts'
import { list_models } from '../operations/models/listModels.ts'
import { localesIn } from './languages.ts'
import { contextText, dataOf, failureOf } from './results.ts'
import { translationOf } from './texts.ts'

/**
 * Translates a field of the open entry, or of the first one. A script knows only the translations of its own texts; of
 * any other text it says so, and changes nothing.
 */
export const translateField: Rehearsal = {
  id: 'content.translate-field',
  title: 'Translate the title into Turkish',
  fits(prompt) {
    const words = wordsIn(prompt.slice(0, 500))
    return words.some((word) => ['translate', 'cevir', 'translation'].includes(word)) ? 4 : 0
  },
  *play({ prompt, context }) {
    const [listed] = yield { text: 'I read what is there in the source language.', calls: [callOf(list_models, {})] }
    const known = dataOf(list_models, listed)
    const open = contextText(context, 'modelId')
    const translated =
      known?.models.filter(({ i18n, kind, entries }) => i18n && kind !== 'dictionary' && entries > 0) ?? []
    const model = translated.find(({ id }) => id === open) ?? translated[0]
    if (!known || !model) {
      yield { text: 'There is nothing to translate yet. Ask me to write a post.' }
      return
    }
    const [named] = localesIn(prompt)
    const locale = named ?? known.locales.find((each) => each !== known.default_locale) ?? ''
    if (!known.locales.includes(locale) || locale === known.default_locale) {
      yield { text: `The project is not translated to “${locale}”. Its locales are ${known.locales.join(', ')}.` }
      return
    }
    const id = model.id === open ? contextText(context, 'entryId') : undefined
    const [read] = yield { calls: [callOf(get_content, { model: model.id, ...(id ? { id } : {}), limit: 50 })] }
    const entries = dataOf(get_content, read)?.entries ?? []
    const words = wordsIn(prompt.slice(0, 500))
    const asked = [...Object.keys(model.fields), 'body'].filter((name) => words.includes(name.toLowerCase()))
    const fields = asked.length > 0 ? asked : [model.title_field ?? 'title']
    for (const entry of entries) {
      const values = fields.flatMap((name): [string, string][] => {
        const source = entry.data[name]
        const text = typeof source === 'string' ? translationOf(source, locale) : undefined
        return text === undefined ? [] : [[name, text]]
      })
      if (values.length === 0) continue
      const { body, ...data } = Object.fromEntries(values)
      const [saved] = yield {
        text: `“${entry.title}”, into ${locale}.`,
        calls: [
          model.kind === 'document'
            ? callOf(save_content, { model: model.id, locale, slug: entry.id, data, ...(body ? { body } : {}) })
            : callOf(save_content, {
                model: model.id,
                locale,
                data:
                  model.kind === 'collection' ? { [entry.id]: Object.fromEntries(values) } : Object.fromEntries(values),
              }),
        ],
      }
      const done = dataOf(save_content, saved)
      yield {
        text: done
          ? `Translated ${values.map(([name]) => name).join(' and ')} of ${model.id}/${entry.id} into ${locale}, as a draft.`
          : `The translation was refused: ${failureOf(saved)}`,
      }
      return
    }
    yield {
      text: 'This is a scripted demonstration: it can translate only the texts that it wrote itself. Connect a model for yours.',
    }
  },
}
