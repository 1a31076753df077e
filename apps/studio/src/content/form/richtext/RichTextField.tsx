import { CodeXml, Type } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Segmented, Skeleton, TextArea } from '../../../ui/index.ts'
import * as strings from '../../strings.ts'
import { useKeptCaret } from '../text/keptCaret.ts'
import type { TextFieldProps } from '../text/textFieldProps.ts'
import styles from './RichText.module.css'

const RichTextEditor = lazy(async () => ({ default: (await import('./RichTextEditor.tsx')).RichTextEditor }))

export interface RichTextFieldProps extends TextFieldProps {
  /** The text at this moment, which may not be rendered yet. */
  valueNow: () => string
  /** @param over what the surface showed before */
  onText: (text: string, over: string) => void
}

/** A rich text as it looks, or its HTML. */
export function RichTextField({ valueNow, onText, ...props }: RichTextFieldProps) {
  const { label, value } = props
  const [shown, setShown] = useState<'inPlace' | 'source'>('inPlace')
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
            { value: 'source', label: strings.source, icon: <CodeXml size={13} /> },
          ]}
        />
      </div>
      {shown === 'source' ? (
        <TextArea ref={area} {...props} rows={14} mono spellCheck={false} />
      ) : (
        <Suspense fallback={<Skeleton height={160} />}>
          <RichTextEditor {...props} valueNow={valueNow} onText={onText} />
        </Suspense>
      )}
    </div>
  )
}
