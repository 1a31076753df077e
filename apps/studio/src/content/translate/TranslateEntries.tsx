import type { ContentModel } from '@atelier/api'
import { MAX_NAMED_ENTRIES, translationTask } from '@atelier/content'
import { useCallback, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { TranslateDialog } from '../../shell/agent/translation/TranslateDialog.tsx'
import { useShell } from '../../shell/layout/context.ts'
import { Check, Select } from '../../ui/index.ts'
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
  const [main = '', second = ''] = model.locales
  const [from, setFrom] = useState(main)
  const [to, setTo] = useState(first !== undefined && first !== main ? first : second)
  const [published, setPublished] = useState(false)
  // A message names only some; all of a model go without their names.
  const isNamed = entryIds.length <= MAX_NAMED_ENTRIES
  const isAll = !isNamed && entryIds.length >= model.count
  const task = {
    model: model.id,
    from,
    to,
    ...(isAll ? {} : { entryIds: [...entryIds] }),
    ...(published ? { published } : {}),
  }
  const asked = JSON.stringify(task)

  const read = useCallback(async () => {
    // The input of the request, as a value: an object would be another one each time.
    const input: typeof task = JSON.parse(asked)
    const answer = await session.run(operations.listUntranslated, { ...input, limit: 0 })
    if (!answer.ok) return { failure: sentence(answer.error) }
    const work = answer.value.data
    return {
      size: { ...work.totals, label: strings.translationSize(work.totals) },
      note: <Skipped work={work} />,
    }
  }, [session, asked])

  const options = model.locales.map((locale) => ({ value: locale, label: locale }))
  return (
    <TranslateDialog
      scope="content"
      projectId={project.id}
      title={strings.translateEntries(entryIds.length)}
      description={strings.translateEntriesHint}
      read={read}
      nothing={strings.nothingToTranslate(to)}
      refusal={isNamed || isAll ? undefined : strings.tooManyToTranslate(MAX_NAMED_ENTRIES)}
      onStart={() => shell.sendToAgent(translationTask(task))}
      onClose={onClose}
    >
      <div className={styles.pair}>
        <Select label={strings.translateFrom} value={from} onChange={setFrom} options={options} />
        <Select label={strings.translateTo} value={to} onChange={setTo} options={options} />
      </div>
      <Check label={strings.publishedToo} checked={published} onChange={setPublished} />
    </TranslateDialog>
  )
}

function Skipped({ work }: { work: UntranslatedWork }) {
  if (work.skippedTotal === 0) return null
  return (
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
  )
}
