import { CodeXml, Columns2, Type } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { Segmented, Skeleton, TextArea } from '../../../ui/index.ts'
import * as strings from '../../strings.ts'
import { useKeptCaret } from '../text/keptCaret.ts'
import type { LongTextProps } from '../text/textFieldProps.ts'
import styles from './LongTextField.module.css'
import { useTextView } from './textView.ts'

const RichTextEditor = lazy(async () => ({ default: (await import('../richtext/RichTextEditor.tsx')).RichTextEditor }))
const MarkdownEditor = lazy(async () => ({ default: (await import('../markdown/MarkdownEditor.tsx')).MarkdownEditor }))
const MarkdownPreview = lazy(async () => ({
  default: (await import('../markdown/MarkdownPreview.tsx')).MarkdownPreview,
}))

/** A long text as it looks, as it is written, or both side by side. */
export function LongTextField({ type, valueNow, onText, ...props }: LongTextProps & { type: 'markdown' | 'richtext' }) {
  const { label, value } = props
  const [shown, setShown] = useTextView(type)
  const area = useRef<HTMLTextAreaElement>(null)
  useKeptCaret(area, value)
  const Editor = type === 'markdown' ? MarkdownEditor : RichTextEditor
  return (
    <div className={styles.field}>
      <div className={styles.switch}>
        <Segmented
          label={strings.viewOf(label)}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'inPlace', label: strings.inPlace, icon: <Type size={13} /> },
            { value: 'source', label: strings.source, icon: <CodeXml size={13} /> },
            { value: 'both', label: strings.sourceAndPreview, icon: <Columns2 size={13} /> },
          ]}
        />
      </div>
      {shown === 'inPlace' ? (
        <Suspense fallback={<Skeleton height={160} />}>
          <Editor {...props} valueNow={valueNow} onText={onText} />
        </Suspense>
      ) : (
        <div className={styles.panes} data-shown={shown}>
          <TextArea ref={area} {...props} rows={14} mono={type === 'richtext'} spellCheck={type === 'markdown'} />
          {shown === 'both' && (
            <section className={styles.preview} aria-label={strings.previewOf(label)}>
              <Suspense fallback={<Skeleton height={80} />}>
                {value.trim() === '' ? (
                  <p className="quiet">{strings.noText}</p>
                ) : type === 'markdown' ? (
                  <MarkdownPreview text={value} />
                ) : (
                  <RichTextEditor
                    label={strings.previewOf(label)}
                    value={value}
                    valueNow={() => value}
                    error={undefined}
                    hint={undefined}
                    disabled
                    onText={() => undefined}
                    onBlur={() => undefined}
                  />
                )}
              </Suspense>
            </section>
          )}
        </div>
      )}
    </div>
  )
}
