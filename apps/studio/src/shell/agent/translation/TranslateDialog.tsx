import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { useCurrentSession } from '../useCurrentSession.ts'
import { useModelChoice } from '../useModelChoice.ts'
import type { TranslationSize } from './estimate.ts'
import * as strings from './strings.ts'
import { TranslationFacts } from './TranslationFacts.tsx'

/** The texts that the agent would translate, or why they are not known. */
export interface TranslationWork {
  size?: TranslationSize & { label: string }
  failure?: string
  /** Said below the size, such as what is left out. */
  note?: ReactNode
}

export interface TranslateDialogProps {
  scope: 'site' | 'content'
  projectId: string
  title: string
  description: string
  /** Reads what there is to translate; it is read again whenever this function is another one. */
  read: () => Promise<TranslationWork>
  /** Said if there is nothing. */
  nothing: string
  /** The fields that say what is translated. */
  children: ReactNode
  /** Why it cannot begin, whatever there is to translate. */
  refusal?: string | undefined
  /** Hands the task to the agent. */
  onStart: () => void
  onClose: () => void
}

/** Asks what the agent is to translate, says what that takes, and hands it over. */
export function TranslateDialog({
  scope,
  projectId,
  title,
  description,
  read,
  nothing,
  children,
  refusal,
  onStart,
  onClose,
}: TranslateDialogProps) {
  const form = useId()
  const [work, setWork] = useState<TranslationWork>()
  const choice = useModelChoice(scope, useCurrentSession(projectId, scope).session, undefined)
  useEffect(() => {
    let stopped = false
    setWork(undefined)
    void read().then((found) => !stopped && setWork(found))
    return () => {
      stopped = true
    }
  }, [read])

  const { size, failure, note } = work ?? {}
  const isReady = refusal === undefined && size !== undefined && size.entries > 0 && choice.active !== undefined
  const start = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    onStart()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button type="submit" form={form} variant="primary" disabled={!isReady}>
            {strings.translateNow}
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-12" onSubmit={start} noValidate>
        {children}
        {refusal !== undefined && <ErrorNote title={refusal} />}
        {failure !== undefined && <ErrorNote title={failure} />}
        {!work && <Skeleton width="70%" />}
        {size && <TranslationFacts choice={choice} size={size} label={size.label} />}
        {size?.entries === 0 && <p className="quiet">{nothing}</p>}
        {note}
      </form>
    </Dialog>
  )
}
