import type { AnswerOf, ContentModel, readContentEntry } from '@atelier/api'
import { CalendarClock, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { sentence } from '../../api/client.ts'
import { isScheduled } from '../../api/isScheduled.ts'
import { NO_LOCALE } from '../../api/saveInput.ts'
import { Button, IconButton, Popover, Select, useToast } from '../../ui/index.ts'
import { languageName } from '../../ui/languageName.ts'
import { StatusWord } from '../entry/StatusWord.tsx'
import * as publishStrings from '../publish/strings.ts'
import { usePutOnline } from '../publish/usePutOnline.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { useNow } from '../session/useNow.ts'
import * as strings from '../strings.ts'
import styles from './Form.module.css'
import { Schedule } from './Schedule.tsx'
import { scheduleText, timesOf } from './scheduleText.ts'

type LocaleData = AnswerOf<typeof readContentEntry>['locales'][number]

const isStatus = (value: string | undefined): value is keyof typeof strings.statuses =>
  value !== undefined && value in strings.statuses

/** One language of an entry: its status, when it comes and goes by itself, and how its translation stands. */
export function LocaleHead({
  model,
  entryId,
  title,
  state,
  alone,
  onPublish,
}: {
  model: Pick<ContentModel, 'id' | 'locales'>
  entryId: string
  title: string
  state: LocaleData
  /** No other language is shown beside it. */
  alone: boolean
  /** Saves what is typed, before it is published. */
  onPublish(): Promise<unknown>
}) {
  const { session, readsOnly } = useContent()
  const { show } = useToast()
  const say = usePutOnline()
  const [scheduling, setScheduling] = useState(false)
  const [main = NO_LOCALE] = model.locales
  const { locale, status, translated, stale, publishAt, expireAt } = state
  const at = { model: model.id, entryIds: [entryId], ...(locale === NO_LOCALE ? {} : { locale }) }
  const setStatus = async (next: string) => {
    if (!isStatus(next)) return
    const answer = await session.run(operations.updateStatus, { ...at, status: next })
    if (!answer.ok) return show({ title: sentence(answer.error), tone: 'danger', id: 'content-status' })
    if (next === 'published' && answer.value.data.merged)
      await say(publishStrings.publishedIt(title), answer.value.undo)
  }
  const [publishing, setPublishing] = useState(false)
  const publish = async () => {
    setPublishing(true)
    await onPublish()
    await setStatus('published')
    setPublishing(false)
  }
  const copy = async () => {
    const answer = await session.run(operations.copyLocale, {
      model: model.id,
      from: main,
      to: locale,
      entryIds: [entryId],
    })
    if (!answer.ok) show({ title: sentence(answer.error), tone: 'danger', id: 'content-copy' })
  }
  const isOriginal = locale === main
  const said = scheduleText(state, useNow(timesOf(state)))
  return (
    <div className={styles.localeHead}>
      {!alone && (
        <h2 className="type-heading">
          {languageName(locale)} <span className={styles.code}>{locale}</span>
        </h2>
      )}
      {!isOriginal && (
        <span className={styles.translation} data-state={translated ? (stale ? 'stale' : 'done') : 'none'}>
          {translated
            ? stale
              ? strings.staleTranslation
              : strings.translated
            : strings.showsInstead(languageName(main))}
        </span>
      )}
      <span className={styles.spring} />
      {!isOriginal && !translated && !readsOnly && (
        <Button size="sm" onClick={() => void copy()}>
          {strings.copyFrom(languageName(main))}
        </Button>
      )}
      {(isOriginal || translated) && (
        <>
          {readsOnly ? (
            said !== undefined && <span className="quiet">{said}</span>
          ) : (
            <Popover
              label={strings.scheduleOf(locale)}
              align="end"
              open={scheduling}
              onOpenChange={setScheduling}
              trigger={
                said === undefined ? (
                  <IconButton size="sm" label={strings.scheduleOf(locale)}>
                    <CalendarClock size={14} />
                  </IconButton>
                ) : (
                  <Button size="sm" icon={<CalendarClock size={13} />}>
                    {said}
                  </Button>
                )
              }
            >
              <Schedule
                key={`${publishAt} ${expireAt}`}
                at={at}
                publishAt={publishAt}
                expireAt={expireAt}
                scheduled={isScheduled(state)}
                onDone={() => setScheduling(false)}
              />
            </Popover>
          )}
          {readsOnly ? (
            <StatusWord {...state} />
          ) : (
            <Select
              label={alone ? strings.status : strings.statusOf(locale)}
              hideLabel
              size="sm"
              value={status}
              options={Object.entries(strings.statuses).map(([value, label]) => ({
                value,
                label: state.waiting && value === status ? strings.withChanges(label) : label,
              }))}
              onChange={(next) => void setStatus(next)}
            />
          )}
          {!readsOnly && (state.waiting || status === 'draft') && (
            <Button
              size="sm"
              variant="primary"
              icon={<CircleCheck size={13} />}
              busy={publishing}
              onClick={() => void publish()}
            >
              {state.waiting
                ? alone
                  ? strings.publishChanges
                  : strings.publishChangesOf(locale)
                : alone
                  ? strings.publishEntry
                  : strings.publishEntryIn(locale)}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
