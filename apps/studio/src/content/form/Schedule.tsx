import { type FormEvent, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { Button, ErrorNote, TextField } from '../../ui/index.ts'
import { controlText, readText } from '../entry/fieldText.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'
import styles from './Form.module.css'

const time = { type: 'datetime' }

/** When an entry in one language begins and stops to be seen. */
export function Schedule({
  at,
  publishAt,
  expireAt,
  scheduled,
  onDone,
}: {
  at: { model: string; entryIds: string[]; locale?: string }
  publishAt: string | undefined
  expireAt: string | undefined
  /** It waits for its time, and is a draft again without one. */
  scheduled: boolean
  /** It is saved. */
  onDone: () => void
}) {
  const { session } = useContent()
  const [from, setFrom] = useState(controlText(publishAt, time))
  const [to, setTo] = useState(controlText(expireAt, time))
  const [error, setError] = useState<string>()
  const save = async (begins: string, ends: string, status?: 'draft') => {
    const [publish, expire] = [readText(begins, time), readText(ends, time)]
    if (!publish.ok || !expire.ok) return setError(strings.noTime)
    const answer = await session.run(operations.updateStatus, {
      ...at,
      publish_at: timeOf(publish.value),
      expire_at: timeOf(expire.value),
      ...(status ? { status } : {}),
    })
    if (!answer.ok) return setError(sentence(answer.error))
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(from, to)
  }
  return (
    <form className={styles.schedule} onSubmit={submit} noValidate>
      <TextField
        label={strings.visibleFrom}
        type="datetime-local"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextField
        label={strings.visibleTo}
        hint={strings.scheduleHint}
        type="datetime-local"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {error && <ErrorNote title={error} />}
      <div className="row gap-8">
        <Button type="submit" variant="primary" size="sm">
          {strings.save}
        </Button>
        {(publishAt !== undefined || expireAt !== undefined) && (
          <Button size="sm" onClick={() => void save('', '', scheduled ? 'draft' : undefined)}>
            {strings.noSchedule}
          </Button>
        )}
      </div>
    </form>
  )
}

const timeOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
