/** The translation of a page that a run is asked for. */
export interface PageTranslationTask {
  /** The translation. */
  pageId: string
  title: string
  from: string
  to: string
  /** Only texts that are translated, and whose source has changed since. */
  onlyChanged: boolean
}

const ALL = 'all texts that are not translated, are new or have changed in the source'
const CHANGED = 'only texts that have changed in the source'

/**
 * The message that asks the agent to fill a translated page from its source, as a person reads it and a script takes it
 * apart (`readPageTranslationTask`).
 */
export function pageTranslationTask({ pageId, title, from, to, onlyChanged }: PageTranslationTask): string {
  const kinds = kindsOf(onlyChanged).map((kind) => `"${kind}"`)
  return [
    `Translate the page “${title.replaceAll(/\s+/g, ' ')}” (${pageId}) from ${from} into ${to}: ${onlyChanged ? CHANGED : ALL}.`,
    `Read the texts with listStaleTexts {"pageId": "${pageId}", "kinds": [${kinds.join(', ')}], "whole": true} and write them with updateTranslation, each with its text, until none is left.`,
    'Use the terms of the vocabulary exactly as it says them. Keep tokens in braces, names and addresses as they are. Skip texts that are already translated or no longer in the source. Write as a native speaker, in the tone of the source. Change nothing else.',
  ].join('\n')
}

/** The kinds of texts that a task asks for, as `listStaleTexts` names them. */
export const kindsOf = (onlyChanged: boolean): ('changed' | 'untranslated' | 'new')[] =>
  onlyChanged ? ['changed'] : ['changed', 'untranslated', 'new']

const TASK = /^Translate the page “(.*)” \(([\w-]{1,80})\) from ([\w-]{1,35}) into ([\w-]{1,35}): ([^:]*)\.$/

/** The request of a message that `pageTranslationTask` has written; undefined for any other. */
export function readPageTranslationTask(message: string): PageTranslationTask | undefined {
  const [first = ''] = message.split('\n', 1)
  const [, title = '', pageId = '', from = '', to = '', which] = TASK.exec(first.slice(0, 1_000)) ?? []
  return which === ALL || which === CHANGED ? { pageId, title, from, to, onlyChanged: which === CHANGED } : undefined
}
