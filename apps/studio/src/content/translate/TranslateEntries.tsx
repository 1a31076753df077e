import type { ContentModel } from '@atelier/api'
import { MAX_NAMED_ENTRIES, translationTask } from '@atelier/content'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { TranslationFacts } from '../../shell/agent/translation/TranslationFacts.tsx'
import { useCurrentSession } from '../../shell/agent/useCurrentSession.ts'
import { useModelChoice } from '../../shell/agent/useModelChoice.ts'
import { useShell } from '../../shell/layout/context.ts'
import { Button, Dialog, ErrorNote, Select, Skeleton } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations, type UntranslatedWork } from '../session/handles.ts'
import * as strings from '../strings.ts'
import styles from './TranslateEntries.module.css'

/** Asks from which language into which entries are translated, says what that takes, and hands it to the agent. */
export function TranslateEntries({
  model,
  entryIds,
  to: first,
  onClose,
}: {
  model: Pick<ContentModel, 'id' | 'name' | 'locales' | 'count'>
  entryIds: readonly string[]
  /** The language that is proposed. */
  to?: string | undefined
  onClose: () => void
}) {
  const { session, project } = useContent()
  const shell = useShell()
  const form = useId()
  const [main = '', second = ''] = model.locales
  const [from, setFrom] = useState(main)
  const [to, setTo] = useState(first !== undefined && first !== main ? first : second)
  const [published, setPublished] = useState(false)
  const [work, setWork] = useState<UntranslatedWork>()
  const [error, setError] = useState<string>()
  const chat = useCurrentSession(project.id, 'content')
  const choice = useModelChoice('content', chat.session, undefined)
  // A message names only some; all of a model go without their names.
  const named = entryIds.length <= MAX_NAMED_ENTRIES
  const isAll = !named && entryIds.length >= model.count
  const task = {
    model: model.id,
    from,
    to,
    ...(isAll ? {} : { entryIds: [...entryIds] }),
    ...(published ? { published } : {}),
  }
  const asked = JSON.stringify(task)

  useEffect(() => {
    let stopped = false
    setWork(undefined)
    setError(undefined)
    // What is asked for, as a value: an object would be another one each time.
    const input: typeof task = JSON.parse(asked)
    void session.run(operations.listUntranslated, { ...input, limit: 0 }).then((answer) => {
      if (stopped) return
      if (answer.ok) setWork(answer.value.data)
      else setError(sentence(answer.error))
    })
    return () => {
      stopped = true
    }
  }, [session, asked])

  const isReady = (named || isAll) && work !== undefined && work.totals.entries > 0 && choice.active !== undefined
  const start = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    shell.sendToAgent(translationTask(task))
    onClose()
  }
  const options = model.locales.map((locale) => ({ value: locale, label: locale }))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.translateEntries(entryIds.length)}
      description={strings.translateEntriesHint}
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
        <div className={styles.pair}>
          <Select label={strings.translateFrom} value={from} onChange={setFrom} options={options} />
          <Select label={strings.translateTo} value={to} onChange={setTo} options={options} />
        </div>
        {!named && !isAll && <ErrorNote title={strings.tooManyToTranslate(MAX_NAMED_ENTRIES)} />}
        {error !== undefined && <ErrorNote title={error} />}
        {error === undefined && !work && <Skeleton width="70%" />}
        {work && <TranslationFacts choice={choice} size={work.totals} label={strings.translationSize(work.totals)} />}
        {work && work.totals.entries === 0 && <p className="quiet">{strings.nothingToTranslate(to)}</p>}
        {work && work.skippedTotal > 0 && (
          <div className="quiet">
            <p>{strings.skippedEntries(work.skippedTotal)}</p>
            <ul className={styles.skipped}>
              {work.skipped.slice(0, 3).map(({ id, title, reason }) => (
                <li key={id}>
                  {title || id}: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
        <label className={styles.check}>
          <input type="checkbox" checked={published} onChange={(event) => setPublished(event.currentTarget.checked)} />
          {strings.publishedToo}
        </label>
      </form>
    </Dialog>
  )
}
