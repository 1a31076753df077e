import { type Envelope, errorText } from '@atelier/operation'
import { type BoundField, mergeWords } from '@atelier/site'
import { saveFailure } from '../../../../api/savedText.ts'
import * as strings from './strings.ts'

/** The saved text, and the message about it. */
export interface SavedText {
  changeSetId?: string | undefined
  problem?: string
  /** The words, if what they were typed into is gone. */
  lost?: string
}

/** The input of the operation that writes a field. */
interface FieldInput {
  model: string
  entryId: string
  locale?: string
  field: string
  base: string | null
  value: string | null
}

/** Writes a field of an entry, into a branch if one is given. */
export type SaveField = (
  input: FieldInput,
  branchId?: string,
) => Promise<Envelope<{ entries: { settled: boolean }[]; errors: { message: string }[] }> & { changeSetId?: string }>

export interface TextToSave {
  at: BoundField
  text: string
  /** The text shown when editing began. */
  base: string
  /** The branch that was shown then; undefined where the caller's edits go anyway. */
  branch: string | undefined
}

export interface SaveTextOptions {
  save: SaveField
  /** The value that the server is known to have, null for none; undefined if it is not known. */
  stored(): string | null | undefined
  /** Reads what the server has now. */
  read(): Promise<void>
  /** Waits before the next attempt without a connection; false to give up. */
  waitForServer(): Promise<boolean>
}

/** How often the edits of others are merged before the text is given up. */
const MAX_MERGES = 5
/** The server's answers if an entry, its model, its language or the branch was deleted. */
const GONE: readonly (string | undefined)[] = ['unknown_entry', 'unknown_model', 'unknown_locale', 'not_found']

/**
 * Writes the text of a field, merged by words with what others have written since it was begun. Text that both have
 * written in the same words is left as theirs. Without a connection it is written once there is one.
 */
export async function saveText(
  { at, text, base, branch }: TextToSave,
  { save, stored, read, waitForServer }: SaveTextOptions,
): Promise<SavedText> {
  const { model, id, field, locale } = at
  let [from, to] = [base, text]
  for (let merges = 0; ; ) {
    const input = {
      model: model.id,
      entryId: id,
      ...(locale === ANY ? {} : { locale }),
      field: field.name,
      base: from === '' && stored() !== '' ? null : from,
      value: to === '' ? null : to,
    }
    const answer = await save(input, branch)
    if (answer.ok) {
      const { entries = [], errors = [] } = answer.data ?? {}
      const isShown = entries.every(({ settled }) => settled)
      return {
        changeSetId: answer.changeSetId,
        ...(isShown ? {} : { problem: strings.savedButNotShown(errors[0]?.message) }),
      }
    }
    if (GONE.includes(answer.error?.code)) return { lost: to }
    const refused = { problem: strings.notWritten(errorText(answer) ?? '', to) }
    const failure = saveFailure(answer.error ?? {})
    if (failure === 'unsent') {
      if (await waitForServer()) continue
      return refused
    }
    if (failure !== 'changed' || merges === MAX_MERGES) return refused
    merges += 1
    await read()
    const value = stored()
    if (value === undefined) return refused
    const theirs = value ?? ''
    const merged = mergeWords(from, to, theirs)
    if (merged.conflicts.length > 0) return { problem: strings.changedMeanwhile(field.label, theirs, to) }
    ;[from, to] = [theirs, merged.text]
  }
}

/** The locale of what has none. */
const ANY = '*'
