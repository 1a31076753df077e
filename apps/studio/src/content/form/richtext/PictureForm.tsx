import { type FormEvent, useState } from 'react'
import { Button, TextField } from '../../../ui/index.ts'
import * as strings from '../../strings.ts'
import styles from './RichText.module.css'

/** Describes the picture that is selected for those who do not see it. */
export function PictureForm({ alt, onApply }: { alt: string; onApply: (alt: string) => void }) {
  const [words, setWords] = useState(alt)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onApply(words.trim())
  }
  return (
    <form className={styles.link} onSubmit={apply} noValidate>
      <TextField
        label={strings.alternativeText}
        hideLabel
        placeholder={strings.alternativeText}
        value={words}
        autoComplete="off"
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" variant="primary">
        {strings.apply}
      </Button>
    </form>
  )
}
