import type { AnswerOf, ContentModel, readContentEntry } from '@atelier/api'
import { useStore } from '../../documents/store.ts'
import { Button, ErrorNote, TextArea } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './Form.module.css'
import type { FieldDrafts } from './fieldDrafts.ts'
import { fromKey } from './fieldKey.ts'
import { typedIn } from './useFieldDrafts.ts'

/**
 * Unsaved texts that have no field on screen, so that they can be copied: their language is hidden or removed, the model
 * lost the field, or the entry was deleted.
 */
export function UnsavedTexts({ drafts, among }: { drafts: FieldDrafts; among: (key: string) => boolean }) {
  const all = useStore(drafts.all, (value) => value)
  const left = [...all].filter(([key, { state }]) => state !== 'typing' && state !== 'saving' && among(key))
  if (left.length === 0) return null
  return (
    <ErrorNote tone="attention" title={strings.unsavedTexts(left.length)}>
      {left.map(([key, { text, error }]) => {
        const { locale, name } = fromKey(key)
        return (
          <div key={key} className={styles.unsaved}>
            <TextArea label={strings.fieldIn(name, locale)} value={text} rows={3} readOnly error={error} />
            <Button size="sm" onClick={() => drafts.drop(key)}>
              {strings.discardText}
            </Button>
          </div>
        )
      })}
    </ErrorNote>
  )
}

/** All of it, of an entry that cannot be shown. */
export function UnsavedOf({
  model,
  entryId,
  data,
}: {
  model: ContentModel
  entryId: string
  data: AnswerOf<typeof readContentEntry>
}) {
  const { session } = useContent()
  useStore(session.typed, (value) => value)
  const drafts = typedIn(session, model, entryId, data)
  return drafts ? <UnsavedTexts drafts={drafts} among={() => true} /> : null
}
