import { ImageIcon, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { mediaPathUrl } from '../../api/media.ts'
import { Button, IconButton, TextField } from '../../ui/index.ts'
import { lazyWhenIdle } from '../../ui/lazyWhenIdle.ts'
import { useContent } from '../session/context.ts'
import styles from './Media.module.css'
import * as strings from './strings.ts'

const MediaChooser = lazyWhenIdle(async () => (await import('./MediaChooser.tsx')).MediaChooser)

export interface MediaFieldProps {
  type: string
  label: string
  /** The path of the file; empty if none is chosen. */
  text: string
  onText: (text: string) => void
  onLeave: () => void
  error: string | undefined
  hint: string | undefined
  readsOnly: boolean
}

/** A file of an entry: shown, and chosen from the library or uploaded into it. */
export function MediaField({ type, label, text, onText, onLeave, error, hint, readsOnly }: MediaFieldProps) {
  const { project } = useContent()
  const [choosing, setChoosing] = useState(false)
  const [broken, setBroken] = useState<string>()
  const kind = type === 'image' || type === 'video' ? type : undefined
  const set = (path: string) => {
    onText(path)
    onLeave()
  }
  const isPicture = type === 'image' && text !== '' && broken !== text
  const url = /^https?:/.test(text) ? text : mediaPathUrl(project.id, text)
  return (
    <div className="grid gap-6">
      <TextField
        label={label}
        value={text}
        error={error}
        hint={hint}
        disabled={readsOnly}
        leading={<ImageIcon size={14} aria-hidden="true" />}
        onChange={(event) => onText(event.currentTarget.value)}
        onBlur={onLeave}
      />
      {isPicture && (
        <span className={styles.fieldPicture}>
          <img src={url} alt="" onError={() => setBroken(text)} />
        </span>
      )}
      {!readsOnly && (
        <div className="row wrap gap-6">
          <Button size="sm" aria-label={strings.chooseFor(label)} onClick={() => setChoosing(true)}>
            {strings.choose}
          </Button>
          {text !== '' && (
            <IconButton label={strings.clearField(label)} size="sm" onClick={() => set('')}>
              <X size={14} />
            </IconButton>
          )}
        </div>
      )}
      <Suspense>
        {choosing && (
          <MediaChooser
            label={label}
            {...(kind === undefined ? {} : { kind })}
            onChoose={({ path }) => set(path)}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
