/** The translation that a run is asked for. */
export interface TranslationTask {
  model: string
  from: string
  to: string
  /** All entries of the model without it. */
  entryIds?: readonly string[]
  /** Published translations too; they are drafts afterwards. */
  published?: boolean
}

/** The most entries that a message names; of more, all entries of the model are meant. */
export const MAX_NAMED_ENTRIES = 200

/**
 * The message that asks the agent to fill a locale from another, as a person reads it and a script takes it apart
 * (`readTranslationTask`).
 */
export function translationTask({ model, from, to, entryIds, published }: TranslationTask): string {
  const which = entryIds ? `these entries of ${model}: ${entryIds.join(', ')}` : `all entries of ${model}`
  return [
    `Translate from ${from} into ${to} ${which}.`,
    published
      ? 'Published translations whose source has changed are translated too (published: true); they are drafts afterwards.'
      : 'Leave published translations as they are.',
    'Read the texts with listUntranslated and write them with saveTranslations, as drafts to review, until none is left.',
    'Use the terms of the vocabulary exactly as it says them. Keep Markdown, HTML tags, tokens in braces, names and addresses as they are. Write as somebody who grew up with the language, in the tone of the source. Change nothing else.',
  ].join('\n')
}

const TASK =
  /^Translate from ([\w-]{2,20}) into ([\w-]{2,20}) (?:all entries of ([\w-]+)|these entries of ([\w-]+): ([\w, -]+))\.$/

/** The request of a message that `translationTask` has written; undefined for any other. */
export function readTranslationTask(message: string): TranslationTask | undefined {
  const [first = '', second = ''] = message.split('\n', 2)
  const found = TASK.exec(first.slice(0, 20_000))
  if (!found) return undefined
  const [, from = '', to = '', all, some, ids] = found
  const entryIds = ids?.split(', ').filter((id) => id !== '')
  return {
    model: all ?? some ?? '',
    from,
    to,
    ...(entryIds ? { entryIds } : {}),
    ...(second.includes('published: true') ? { published: true } : {}),
  }
}
