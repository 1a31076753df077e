import { type Envelope, errorText } from '@atelier/operation'
import { type BoundField, mergeWords } from '@atelier/site'
import { NO_LOCALE, saveInput } from '../../../../api/saveInput.ts'
import { type ShownContent, textIn, withText } from './shownContent.ts'
import * as strings from './strings.ts'

/** What was written, and what the person is to know of it. */
export interface SavedText {
  changeSetId?: string | undefined
  problem?: string
}

/** Writes fields of an entry, into a branch if one is given. */
export type SaveFields = (
  input: ReturnType<typeof saveInput>,
  branchId?: string,
) => Promise<Envelope<{ entries: { settled: boolean }[]; errors: { message: string }[] }> & { changeSetId?: string }>

export interface TextToSave {
  save: SaveFields
  shown: ShownContent
  at: BoundField
  text: string
  /** What was shown when the text was begun. */
  base: string
  /** The branch that is shown; `own` is where the caller's edits go anyway. */
  branch?: string | undefined
}

/**
 * Writes the text of a field, merged by words with what others have written since it was begun. What both have written in
 * the same words is left as theirs.
 * @param show shows it before the server has answered
 */
export async function saveText(
  { save, shown, at, text, base, branch }: TextToSave,
  show: (shown: ShownContent) => void,
): Promise<SavedText> {
  const { model, id, field, locale } = at
  const theirs = textIn(shown, at) ?? base
  const merged = mergeWords(base, text, theirs)
  if (theirs !== base && merged.conflicts.length > 0)
    return { problem: strings.changedMeanwhile(field.label, theirs, text) }
  const written = theirs === base ? text : merged.text
  const kind = shown.models.find((each) => each.id === model.id)?.kind ?? 'collection'
  show(withText(shown, at, written))
  const input = saveInput({ id: model.id, kind }, id, locale === '*' ? NO_LOCALE : locale, { [field.name]: written })
  const answer = await save(input, branch === 'own' ? undefined : branch)
  const refusal = errorText(answer)
  if (refusal !== undefined) return { problem: refusal }
  const { entries = [], errors = [] } = answer.ok ? (answer.data ?? {}) : {}
  return {
    changeSetId: answer.changeSetId,
    ...(entries.some(({ settled }) => !settled) ? { problem: strings.savedButNotShown(errors[0]?.message) } : {}),
  }
}
