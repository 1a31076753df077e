import type { ContentModel } from '@atelier/api'
import { Check } from '../../ui/Check.tsx'
import { AskSharing } from './AskSharing.tsx'
import styles from './Model.module.css'
import * as strings from './sharingStrings.ts'
import { useSharing } from './useSharing.ts'

/** Whether a field has one value for all languages; nothing where the model has only one. */
export function SharedField({ model, name, disabled }: { model: ContentModel; name: string; disabled: boolean }) {
  const sharing = useSharing()
  const field = model.fields.find((each) => each.name === name)
  if (!field || field.implied || model.locales.length < 2) return null
  return (
    <div className={styles.panel}>
      <Check
        label={strings.inAllLanguages}
        hint={strings.inAllLanguagesHint}
        checked={field.shared === true}
        disabled={disabled || sharing.busy}
        onChange={(next) => void sharing.share([{ model: model.id, fields: { [name]: next } }])}
      />
      <AskSharing {...sharing} />
    </div>
  )
}
