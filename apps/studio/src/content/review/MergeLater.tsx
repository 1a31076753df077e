import type { ContentBranch } from '@atelier/api'
import { CalendarClock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { Button, ErrorNote, Popover, TextField } from '../../ui/index.ts'
import { dateAndTime } from '../../ui/words.ts'
import { controlText, readText } from '../entry/fieldText.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'
import styles from './Review.module.css'

const time = { type: 'datetime' }

/** When a branch is merged by itself. */
export function MergeLater({ branch: { name, mergeAt } }: { branch: ContentBranch }) {
  const { session } = useContent()
  const [open, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  const save = async (at: string | null) => {
    const answer = await session.run(operations.scheduleBranch, { branch: name, at })
    if (!answer.ok) return setError(sentence(answer.error))
    setOpen(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readText(String(new FormData(event.currentTarget).get('at')), time)
    if (read.ok && typeof read.value === 'string') return void save(read.value)
    setError(strings.noTime)
  }
  return (
    <Popover
      label={strings.mergeLater}
      open={open}
      onOpenChange={(next) => {
        setError(undefined)
        setOpen(next)
      }}
      trigger={
        <Button icon={<CalendarClock size={15} />}>
          {mergeAt === undefined ? strings.mergeLater : strings.mergesAt(dateAndTime(mergeAt))}
        </Button>
      }
    >
      <form className={styles.later} onSubmit={submit} noValidate>
        <TextField
          name="at"
          label={strings.mergeTime}
          hint={strings.mergeTimeHint}
          type="datetime-local"
          defaultValue={mergeAt === undefined ? '' : controlText(new Date(mergeAt).toISOString(), time)}
        />
        {error && <ErrorNote title={error} />}
        <div className="row wrap gap-8">
          <Button type="submit" variant="primary" size="sm">
            {strings.save}
          </Button>
          {mergeAt !== undefined && (
            <Button size="sm" onClick={() => void save(null)}>
              {strings.notAtItsTime}
            </Button>
          )}
        </div>
      </form>
    </Popover>
  )
}
