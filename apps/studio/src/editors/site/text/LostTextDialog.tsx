import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useEditor, usePageTree } from '../session/context.ts'
import type { LostText } from '../session/textState.ts'
import styles from './ConflictDialog.module.css'
import { forget, placeFor, putBack } from './lostText.ts'
import * as strings from './strings.ts'

/** Offers the words that were typed into something that another person has deleted. */
export function LostTextDialog({ text }: { text: LostText }) {
  const session = useEditor()
  const canPutBack = placeFor(usePageTree(), text) !== undefined
  const copy = async () => {
    await navigator.clipboard.writeText(text.words)
    forget(session, text)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && forget(session, text)}
      title={strings.placeIsGone}
      description={strings.wordsAreKept}
      footer={
        <>
          <Button variant={canPutBack ? 'secondary' : 'primary'} onClick={() => void copy()}>
            {strings.copyWords}
          </Button>
          {canPutBack && (
            <Button variant="primary" onClick={() => void putBack(session, text)}>
              {strings.putWordsBack}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.words}>{text.words}</p>
    </Dialog>
  )
}
