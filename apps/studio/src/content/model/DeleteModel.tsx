import type { ContentModel } from '@atelier/api'
import { type FormEvent, useId, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { Button, Dialog, ErrorNote, TextField, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Model.module.css'
import { ProgressLine } from './ProgressLine.tsx'
import { saveAll } from './saveAll.ts'
import * as strings from './strings.ts'
import { useProgress } from './useProgress.ts'

/** Asks for the id of a model before it goes with its entries. */
export function DeleteModel({ model, onClose }: { model: ContentModel; onClose: () => void }) {
  const { session, go } = useContent()
  const { show } = useToast()
  const form = useId()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const progress = useProgress()

  const remove = async (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== model.id) return setError(strings.typeToDeleteWrong(model.id))
    setBusy(true)
    setError(undefined)
    progress.begin(model.count)
    const answer = await session.runTogether((run) =>
      saveAll(() => run(operations.deleteModel, { model: model.id }), progress.tell),
    )
    setBusy(false)
    progress.end()
    if (!answer.ok) return setError(sentence(answer.error))
    onClose()
    go({})
    const { undo } = answer.value
    show({
      title: strings.deletedModel(model.name),
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={strings.deleteModelTitle(model.name)}
      description={strings.deleteModelHint(model.count)}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" form={form} variant="danger" busy={busy}>
            {strings.deleteModel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={remove} noValidate className={styles.dialog}>
        <TextField
          label={strings.typeToDelete(model.id)}
          value={typed}
          mono
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setError(undefined)
          }}
        />
        {progress.shown && <ProgressLine label={strings.deleteModel} progress={progress.shown} />}
        {error !== undefined && <ErrorNote title={error} />}
      </form>
    </Dialog>
  )
}
