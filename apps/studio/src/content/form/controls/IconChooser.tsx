import { useDeferredValue, useState } from 'react'
import { TextField } from '../../../ui/index.ts'
import { stepFocus } from '../../../ui/stepFocus.ts'
import styles from './Controls.module.css'
import { IconPicture, useIcons } from './icons.tsx'
import * as strings from './strings.ts'

/** Finds icons by what is drawn. */
export function IconChooser({ onChoose }: { onChoose: (name: string) => void }) {
  const [words, setWords] = useState('')
  const asked = useDeferredValue(words.trim())
  const icons = useIcons(asked, 5)
  return (
    <div className={styles.chooser}>
      <TextField
        label={strings.searchIcons}
        hideLabel
        type="search"
        placeholder={strings.iconWords}
        autoFocus
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <fieldset
        className={styles.icons}
        aria-label={strings.foundIcons}
        onKeyDown={(event) => stepFocus(event, 'button')}
      >
        {icons.map(({ name, svg }) => (
          <button
            key={name}
            type="button"
            className={styles.iconButton}
            title={name}
            aria-label={name}
            onClick={() => onChoose(name)}
          >
            <IconPicture svg={svg} />
          </button>
        ))}
      </fieldset>
      {asked !== '' && icons.length === 0 && <p className="quiet">{strings.noIcons(asked)}</p>}
    </div>
  )
}
