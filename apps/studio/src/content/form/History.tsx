import type { ContentModel } from '@atelier/api'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Bot, RotateCcw } from 'lucide-react'
import { meQuery } from '../../api/account.ts'
import { errorOf, sentence } from '../../api/client.ts'
import { NO_LOCALE } from '../../api/saveInput.ts'
import { Button, ErrorNote, IconButton, Sheet, Skeleton, useToast } from '../../ui/index.ts'
import { ago, dateAndTime } from '../../ui/words.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import { statusValue } from '../entry/statusValue.ts'
import { Sides } from '../review/Sides.tsx'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { historyQuery, peopleQuery } from '../session/reads.ts'
import * as strings from '../strings.ts'
import styles from './History.module.css'

/** Who changed which field of an entry when, each value before and after, and what brings one back. */
export function History({
  model,
  entryId,
  open,
  onClose,
}: {
  model: ContentModel
  entryId: string
  open: boolean
  onClose: () => void
}) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()} title={strings.history} side="right">
      {open && (
        <div className={styles.body}>
          <Steps model={model} entryId={entryId} />
        </div>
      )}
    </Sheet>
  )
}

function Steps({ model, entryId }: { model: ContentModel; entryId: string }) {
  const { session, project, readsOnly } = useContent()
  const { show } = useToast()
  const history = useInfiniteQuery(historyQuery(project.id, model.id, entryId))
  const people = useQuery(peopleQuery(project.id)).data ?? []
  const me = useQuery(meQuery()).data?.user
  const { data, error } = history
  const nameOf = (id: string) =>
    (id === me?.id ? me.name : people.find((each) => each.id === id)?.name) ?? strings.somebody
  const fieldName = (name: string) => {
    const field = model.fields.find((each) => each.name === name)
    return field ? fieldLabel(field) : fieldLabel({ name: name.replace(/^:/, '') })
  }
  const restore = async (seq: number, field?: { locale: string; field: string }) => {
    const answer = await session.run(operations.restoreFields, {
      model: model.id,
      entryId,
      seq,
      ...(field ? { fields: [field.field] } : {}),
      ...(field && field.locale !== NO_LOCALE ? { locale: field.locale } : {}),
    })
    if (!answer.ok) return show({ title: sentence(answer.error), tone: 'danger', id: 'content-restore' })
    const { undo } = answer.value
    show({ title: strings.restored, ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}) })
  }
  if (error && !data) return <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>
  if (!data) return <Skeleton height={96} radius={10} />
  const steps = data.pages.flatMap(({ changes }) => changes)
  if (steps.length === 0) return <p className={styles.quiet}>{strings.noHistory}</p>
  return (
    <>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.seq} className={styles.step} data-by={step.by.kind}>
            <div className="row gap-8 min-h-24">
              {step.by.kind === 'agent' && <Bot size={14} aria-hidden="true" />}
              <span className="font-medium">
                {step.by.kind === 'agent' ? strings.agentFor(nameOf(step.by.userId)) : nameOf(step.by.userId)}
              </span>
              <time className={styles.quiet} dateTime={step.at} title={dateAndTime(Date.parse(step.at))}>
                {ago(Date.parse(step.at))}
              </time>
              {!readsOnly && index > 0 && (
                <Button size="sm" className={styles.all} onClick={() => void restore(step.seq)}>
                  {strings.restoreAll}
                </Button>
              )}
            </div>
            {step.fields.map((field) => (
              <div key={`${field.locale}/${field.field}`} className={styles.field}>
                <span className={styles.name}>
                  {field.locale === NO_LOCALE
                    ? fieldName(field.field)
                    : strings.fieldIn(fieldName(field.field), field.locale)}
                </span>
                <Sides before={statusValue(field.field, field.before)} after={statusValue(field.field, field.after)} />
                {!readsOnly && index > 0 && !field.field.startsWith(':') && (
                  <IconButton
                    size="sm"
                    label={strings.restoreField(fieldName(field.field))}
                    onClick={() => void restore(step.seq, field)}
                  >
                    <RotateCcw size={13} />
                  </IconButton>
                )}
              </div>
            ))}
          </li>
        ))}
      </ol>
      {history.hasNextPage && (
        <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {strings.showMore}
        </Button>
      )}
    </>
  )
}
