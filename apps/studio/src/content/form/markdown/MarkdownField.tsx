import { Columns2, Eye, PencilLine } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Segmented, Skeleton, TextArea } from '../../../ui/index.ts'
import * as strings from '../../strings.ts'
import { useKeptCaret } from '../text/keptCaret.ts'
import type { TextFieldProps } from '../text/textFieldProps.ts'
import styles from './MarkdownField.module.css'

const MarkdownPreview = lazy(async () => ({ default: (await import('./MarkdownPreview.tsx')).MarkdownPreview }))

type Shown = 'source' | 'both' | 'preview'

/** Markdown as it is written, as it will look, or both side by side. */
export function MarkdownField({ label, value, error, hint, disabled, onBlur, onChange }: TextFieldProps) {
  const [shown, setShown] = useState<Shown>('source')
  const area = useRef<HTMLTextAreaElement>(null)
  useKeptCaret(area, value)
  return (
    <div className={styles.field}>
      <div className={styles.switch}>
        <Segmented
          label={strings.viewOf(label)}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'source', label: strings.source, icon: <PencilLine size={13} /> },
            { value: 'both', label: strings.sourceAndPreview, icon: <Columns2 size={13} /> },
            { value: 'preview', label: strings.preview, icon: <Eye size={13} /> },
          ]}
        />
      </div>
      <div className={styles.panes} data-shown={shown}>
        <TextArea
          ref={area}
          label={label}
          value={value}
          error={error}
          hint={hint}
          disabled={disabled}
          rows={14}
          className={styles.source}
          onBlur={onBlur}
          onChange={onChange}
        />
        {shown !== 'source' && (
          <section className={styles.preview} aria-label={strings.previewOf(label)}>
            <Suspense fallback={<Skeleton height={80} />}>
              {value.trim() === '' ? <p className="quiet">{strings.noText}</p> : <MarkdownPreview text={value} />}
            </Suspense>
          </section>
        )}
      </div>
    </div>
  )
}
