import type { ContentIssue } from '@atelier/api'
import { NO_LOCALE } from '../../api/saveInput.ts'
import type { Peer } from '../../documents/presence.ts'
import { Button } from '../../ui/index.ts'
import { commentsCount } from '../comments/strings.ts'
import type { EntryField } from '../entry/fieldDefinition.ts'
import { shownValue } from '../review/resolutions.ts'
import { Sides } from '../review/Sides.tsx'
import * as strings from '../strings.ts'
import { FieldControl } from './FieldControl.tsx'
import styles from './Form.module.css'
import type { FieldDraft, FieldDrafts } from './fieldDrafts.ts'
import { fromKey } from './fieldKey.ts'
import { changedWords } from './staleWords.ts'
import { FieldLocaleContext } from './text/fieldLocale.ts'

export interface FormFieldProps {
  field: EntryField
  fieldKey: string
  /** The entry's value. */
  shown: string
  draft: FieldDraft | undefined
  /** The problem that keeps the saved value from being shown, or a warning about it. */
  issue: ContentIssue | undefined
  /** The default language's value, beside a translation. */
  original: string | undefined
  /** The original is shown beside it, and need not be repeated. */
  besideOriginal?: boolean
  /** The language in which visitors see it until it is translated. */
  standsIn?: string | undefined
  /** Its language has a translation. */
  translated?: boolean
  /** The original is another one now; what was translated, where that is known. */
  changed?: { before?: unknown } | undefined
  readsOnly: boolean
  /** The shown value waits for a review. */
  waits: boolean
  /** Who else writes in it. */
  people?: readonly Peer[]
  /** The person's caret is in it now, or no longer. */
  onEnter?: (inside: boolean) => void
  drafts: FieldDrafts
  /** How many open comments are about it. */
  comments?: number
  onComments?: () => void
}

/** One field with its quiet line of state: what is saved, what is not, and why. */
export function FormField(props: FormFieldProps) {
  const {
    field,
    fieldKey,
    shown,
    draft,
    issue,
    readsOnly,
    people = [],
    onEnter,
    drafts,
    changed,
    original,
    standsIn,
    comments = 0,
    onComments,
  } = props
  // As it was last read: what is rendered of the entry may be older for a moment.
  const text = draft?.text ?? (readsOnly ? shown : drafts.text(fieldKey))
  const error =
    draft?.state === 'refused'
      ? strings.notSaved(draft.error ?? '')
      : draft?.state === 'unsent'
        ? strings.unsentField(draft.error ?? '')
        : issue?.severity === 'error' && !draft
          ? strings.savedNotShownBecause(issue.message)
          : undefined
  const { locale } = fromKey(fieldKey)
  const fieldLocale = locale === NO_LOCALE ? undefined : locale
  return (
    <div
      className="grid gap-6"
      data-stand-in={standsIn !== undefined && text === '' ? true : undefined}
      data-field={field.name}
      data-busy={people.length > 0 || undefined}
      data-key={fieldKey}
    >
      <FieldLocaleContext value={fieldLocale}>
        <FieldControl
          field={field}
          text={text}
          textNow={() => drafts.text(fieldKey)}
          onText={(next, over = text) => {
            onEnter?.(true)
            drafts.type(fieldKey, next, over)
          }}
          onLeave={() => {
            onEnter?.(false)
            void drafts.flush(fieldKey)
          }}
          error={error}
          hint={!draft && issue?.severity === 'warning' ? issue.message : hintOf(props, text)}
          readsOnly={readsOnly}
        />
      </FieldLocaleContext>
      {comments > 0 && (
        <button type="button" className={styles.comments} onClick={onComments}>
          {commentsCount(comments)}
        </button>
      )}
      {people.length > 0 && (
        <p className={styles.people} role="status">
          {people.map(({ clientId, name, color }) => (
            <span key={clientId} className={styles.person} style={{ '--person': color }}>
              {strings.writesHere(name)}
            </span>
          ))}
        </p>
      )}
      {changed && !draft && text !== '' && (
        <details className={styles.stale}>
          <summary>
            {changed.before === undefined
              ? strings.originalChanged
              : strings.wordsChanged(changedWords(shownValue(changed.before), original ?? ''))}
          </summary>
          <Sides before={changed.before} after={original} />
        </details>
      )}
      {draft?.state === 'changed' && (
        <div className={styles.changed} role="alert">
          <span>{strings.changedMeanwhile(shown)}</span>
          <Button size="sm" onClick={() => drafts.decide(fieldKey, 'theirs')}>
            {strings.takeTheirs}
          </Button>
          <Button size="sm" onClick={() => drafts.decide(fieldKey, 'mine')}>
            {strings.keepMine}
          </Button>
        </div>
      )}
    </div>
  )
}

function hintOf(
  { draft, waits, field, standsIn, original, besideOriginal = false, translated = false, changed }: FormFieldProps,
  text: string,
): string | undefined {
  if (waits && !draft) return strings.waitsForReview
  if (standsIn !== undefined && !draft) return strings.seenInAnother(standsIn)
  if (original !== undefined && original !== '') {
    if (!besideOriginal && original !== text) return strings.originalIs(original)
    if (!translated || text === '') return strings.notTranslated
    return changed ? undefined : strings.translated
  }
  return field.description
}
