/** The text of an open file while it is edited. */
export interface Draft {
  /** The saved text that it began from. */
  base: string
  text: string
  /** Whether another user has saved a different text meanwhile. */
  conflict: boolean
}

/** The draft of a file that opens; what was typed before and not saved is kept. */
export function openDraft(content: string, kept: Pick<Draft, 'base' | 'text'> | undefined): Draft {
  return { base: kept?.base ?? content, text: kept?.text ?? content, conflict: false }
}

/** Whether there is something to save. */
export function isChanged({ base, text }: Pick<Draft, 'base' | 'text'>): boolean {
  return text !== base
}

/** The draft after `text` was saved. Later typing stays. */
export function afterSave(draft: Draft, text: string): Draft {
  return { ...draft, base: text, conflict: false }
}

/**
 * The draft after another user saved `content`. It is taken over if nothing was typed; the same text on both sides needs
 * nothing; anything else is a conflict for the user to decide.
 */
export function afterRemoteChange(draft: Draft, content: string): Draft {
  if (content === draft.base) return draft
  if (!isChanged(draft)) return { ...draft, base: content, text: content }
  return draft.text === content ? { ...draft, base: content } : { ...draft, conflict: true }
}

/** The draft with the saved text in place of what was typed. */
export function takeSaved(content: string): Draft {
  return { base: content, text: content, conflict: false }
}
