import { plainText, printRuns, type Run } from '@atelier/site'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useEditor } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import type { TextConflict } from '../session/textState.ts'
import styles from './ConflictDialog.module.css'
import * as strings from './strings.ts'

/** Asks which of two versions of a text the page should keep. Until it is answered the page has theirs. */
export function ConflictDialog({ conflict }: { conflict: TextConflict }) {
  const session = useEditor()
  const close = () => session.text.conflict.set(undefined)
  const use = (runs: readonly Run[]) => {
    close()
    void session.run(operations.setRichText, { nodeId: conflict.nodeId, html: printRuns(runs) })
  }
  const versions = [
    [strings.yours, conflict.mine],
    [strings.theirs, conflict.theirs],
    [strings.both, conflict.both],
  ] as const
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={strings.twoVersions}
      description={strings.somebodyElse}
      footer={
        <>
          <Button onClick={() => use(conflict.theirs)}>{strings.useTheirs}</Button>
          <Button onClick={() => use(conflict.mine)}>{strings.useYours}</Button>
          <Button variant="primary" onClick={() => use(conflict.both)}>
            {strings.useBoth}
          </Button>
        </>
      }
    >
      <dl className="grid gap-10 m-0">
        {versions.map(([label, runs]) => (
          <div key={label} className={styles.version}>
            <dt>{label}</dt>
            <dd>{plainText(runs) || strings.emptyText}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
