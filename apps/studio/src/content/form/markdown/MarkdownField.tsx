import { Columns2, PencilLine, Type } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { Segmented, Skeleton, TextArea } from '../../../ui/index.ts'
import * as strings from '../../strings.ts'
import type { RichTextFieldProps } from '../richtext/RichTextField.tsx'
import { useKeptCaret } from '../text/keptCaret.ts'
import styles from './MarkdownField.module.css'
import { useMarkdownView } from './markdownView.ts'

const MarkdownPreview = lazy(async () => ({ default: (await import('./MarkdownPreview.tsx')).MarkdownPreview }))
const MarkdownEditor = lazy(async () => ({ default: (await import('./MarkdownEditor.tsx')).MarkdownEditor }))

/** Markdown as it looks, as it is written, or both side by side. */
export function MarkdownField({ valueNow, onText, ...props }: RichTextFieldProps) {
  const { label, value } = props
  const [shown, setShown] = useMarkdownView()
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
            { value: 'inPlace', label: strings.inPlace, icon: <Type size={13} /> },
            { value: 'source', label: strings.source, icon: <PencilLine size={13} /> },
            { value: 'both', label: strings.sourceAndPreview, icon: <Columns2 size={13} /> },
          ]}
        />
      </div>
      {shown === 'inPlace' ? (
        <Suspense fallback={<Skeleton height={160} />}>
          <MarkdownEditor {...props} valueNow={valueNow} onText={onText} />
        </Suspense>
      ) : (
        <div className={styles.panes} data-shown={shown}>
          <TextArea ref={area} {...props} rows={14} />
          {shown === 'both' && (
            <section className={styles.preview} aria-label={strings.previewOf(label)}>
              <Suspense fallback={<Skeleton height={80} />}>
                {value.trim() === '' ? <p className="quiet">{strings.noText}</p> : <MarkdownPreview text={value} />}
              </Suspense>
            </section>
          )}
        </div>
      )}
    </div>
  )
}
