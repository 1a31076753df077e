import type { ContentField, ContentIssue } from '@atelier/api'
import { Button } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import { FieldControl } from './FieldControl.tsx'
import styles from './Form.module.css'
import type { FieldDraft, FieldDrafts } from './fieldDrafts.ts'

export interface FormFieldProps {
  field: ContentField
  fieldKey: string
  /** What the entry has. */
  shown: string
  draft: FieldDraft | undefined
  /** What keeps the saved value from being shown, or a warning about it. */
  issue: ContentIssue | undefined
  /** What the default language has, beside a translation. */
  original: string | undefined
  readsOnly: boolean
  /** What is shown waits for a review. */
  waits: boolean
  drafts: FieldDrafts
}

/** One field with its quiet line of state: what is saved, what is not, and why. */
export function FormField(props: FormFieldProps) {
  const { field, fieldKey, shown, draft, issue, original, readsOnly, waits, drafts } = props
  const text = draft?.text ?? shown
  const error =
    draft?.state === 'refused'
      ? strings.notSaved(draft.error ?? '')
      : issue?.severity === 'error' && !draft
        ? strings.savedNotShownBecause(issue.message)
        : undefined
  return (
    <div className={styles.field} data-field={field.name}>
      <FieldControl
        field={field}
        text={text}
        onText={(next) => drafts.type(fieldKey, next)}
        onLeave={() => void drafts.flush(fieldKey)}
        error={error}
        hint={!draft && issue?.severity === 'warning' ? issue.message : hintOf(draft, waits, field, text, original)}
        readsOnly={readsOnly}
      />
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
  draft: FieldDraft | undefined,
  waits: boolean,
  field: ContentField,
  text: string,
  original: string | undefined,
): string | undefined {
  if (draft?.state === 'saving') return strings.saving
  if (waits && !draft) return strings.waitsForReview
  if (original !== undefined && original !== '' && original !== text) return strings.originalIs(original)
  return field.description
}
