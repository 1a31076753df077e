import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, TextField } from '../ui/index.ts'
import * as strings from './strings.ts'

/** Text to take away, such as a link or a key, with a button that copies it. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'fresh' | 'copied' | 'selected'>('fresh')
  const copy = async () => {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      setState('copied')
    } catch {
      // Only a secure page may write to the clipboard; the selected text is copied by hand.
      setState('selected')
    }
  }
  return (
    <TextField
      ref={input}
      label={label}
      size="lg"
      mono
      readOnly
      value={value}
      onFocus={(event) => event.target.select()}
      hint={state === 'selected' ? strings.itIsSelectedCopyItWith : hint}
      trailing={
        <Button size="sm" icon={state === 'copied' ? <Check size={14} /> : <Copy size={14} />} onClick={copy}>
          {state === 'copied' ? 'Copied' : 'Copy'}
        </Button>
      }
    />
  )
}
