import { type RefObject, type SubmitEvent, useId, useState } from 'react'
import { Button, Dialog, TextField } from '../../../ui/index.ts'
import * as strings from '../texts/strings.ts'
import { localTime, tomorrowMorning } from '../transcript/waiting.ts'
import styles from './Queue.module.css'

export interface LaterDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Epoch milliseconds. */
  onChoose: (startAt: number) => void
  /** The element focused afterwards. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks for the day and the time at which a message is said. */
export function LaterDialog({ open, onOpenChange, onChoose, finalFocus }: LaterDialogProps) {
  const id = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      finalFocus={finalFocus}
      title={strings.sendLater}
      description={strings.theAgentBeginsByItselfThen}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{strings.cancel}</Button>
          <Button type="submit" form={id} variant="primary">
            {strings.sendThen}
          </Button>
        </>
      }
    >
      <When id={id} onChoose={onChoose} />
    </Dialog>
  )
}

function When({ id, onChoose }: { id: string; onChoose: (startAt: number) => void }) {
  const [value, setValue] = useState(() => localTime(tomorrowMorning(Date.now())))
  const [error, setError] = useState<string>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const at = new Date(value).getTime()
    if (Number.isNaN(at)) setError(strings.chooseADayAndATime)
    else if (at <= Date.now()) setError(strings.thisTimeIsPastChooseA)
    else if (at > Date.now() + 366 * 86_400_000) setError(strings.chooseATimeWithinTheNext)
    else onChoose(at)
  }
  return (
    <form id={id} className={styles.later} onSubmit={submit} noValidate>
      <TextField
        label={strings.dayAndTime}
        type="datetime-local"
        size="lg"
        autoFocus
        min={localTime(Date.now())}
        value={value}
        error={error}
        hint={strings.inYourTime(Intl.DateTimeFormat().resolvedOptions().timeZone)}
        onChange={(event) => {
          setValue(event.target.value)
          setError(undefined)
        }}
      />
    </form>
  )
}
