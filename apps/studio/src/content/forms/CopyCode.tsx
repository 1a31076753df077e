import { Check, Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../ui/index.ts'
import styles from './Forms.module.css'
import * as strings from './strings.ts'

/** Lines to take away, with a button that copies them. */
export function CopyCode({ label, text }: { label: string; text: string }) {
  const id = useId()
  const block = useRef<HTMLTextAreaElement>(null)
  const [copied, setCopied] = useState(false)
  const rows = Math.min(12, text.split('\n').length)
  const copy = async () => {
    // Only a secure page may write to the clipboard; what is selected is copied by hand.
    block.current?.select()
    await navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <div>
      <div className={styles.codeHead}>
        <span id={id} className="quiet">
          {label}
        </span>
        <Button size="sm" icon={copied ? <Check size={14} /> : <Copy size={14} />} onClick={() => void copy()}>
          {copied ? strings.copied : strings.copy}
        </Button>
      </div>
      <textarea ref={block} className={styles.code} readOnly rows={rows} wrap="off" aria-labelledby={id} value={text} />
    </div>
  )
}
