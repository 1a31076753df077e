import { useLayoutEffect, useRef, useState } from 'react'
import { useSiteVersion } from '../../session/context.ts'
import styles from './Fields.module.css'
import { SuggestingInput } from './SuggestingInput.tsx'
import * as strings from './strings.ts'
import { suggestDeclaration } from './suggest.ts'
import { useVocabulary } from './useVocabulary.ts'

export interface AddDeclarationProps {
  /** The rule or element that it adds to; typed text that was not added goes when that changes. */
  subject: string
  label: string
  /** Answers whether it was taken; then the field is empty for the next one. */
  onAdd: (declaration: string) => Promise<boolean>
  onRevert?: () => void
}

/**
 * One line for a new declaration, `property: value`, with the names of properties and their values offered. Enter adds
 * it, and so does leaving a line that has a value; Escape adds nothing.
 */
export function AddDeclaration({ subject, label, onAdd, onRevert }: AddDeclarationProps) {
  const vocabulary = useVocabulary(useSiteVersion())
  const [added, setAdded] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  // The line for the next one takes the place of the added one.
  useLayoutEffect(() => {
    if (added > 0) input.current?.focus()
  }, [added])
  return (
    <SuggestingInput
      key={added}
      ref={input}
      subject={subject}
      className={styles.add}
      label={label}
      value=""
      placeholder={strings.propertyAndValue}
      picksCommit={false}
      onFocus={vocabulary.load}
      suggest={(text, caret) => suggestDeclaration(vocabulary, text, caret)}
      onRevert={onRevert}
      onCommit={async (text) => {
        const wasLeft = document.activeElement?.getAttribute('aria-label') !== label
        if (wasLeft && !/:\s*\S/.test(text)) return true
        const taken = await onAdd(text)
        if (taken && !wasLeft) setAdded((count) => count + 1)
        return taken
      }}
    />
  )
}
