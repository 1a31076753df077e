import type { ListedContentEntry } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { contentQuery, entriesQuery } from '../../../api/content.ts'
import { isScheduled } from '../../../api/isScheduled.ts'
import { useStore } from '../../../documents/store.ts'
import { Link } from '../../../navigation/Link.tsx'
import { paths } from '../../../navigation/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useActiveOption } from '../../../ui/useActiveOption.ts'
import type { ChosenEntry } from '../session/content/pageContent.ts'
import { useEditor } from '../session/context.ts'
import styles from './EntrySwitch.module.css'
import * as strings from './strings.ts'

const whole = <Value,>(value: Value) => value
const states = ['all', 'published', 'draft'] as const
type State = (typeof states)[number]
/** The value for no branch in a list. */
const LIVE = 'own'

/** Which entry a template for entries is shown with: any of its models, in each of its languages, also a draft or a proposal. */
export function EntrySwitch({ templateId, models }: { templateId: string; models: readonly string[] }) {
  const { content, projectId } = useEditor()
  const shown = useStore(content.shown, whole)
  const kept = useStore(content.chosen, (all) => all[templateId])
  const [open, setOpen] = useState(false)
  const [first = ''] = models
  const chosen = kept && models.includes(kept.model) ? kept : { model: first }
  const choose = (change: Partial<ChosenEntry>) => content.choose(templateId, { ...chosen, ...change })
  const entry = shown?.entry
  const label = entry ? strings.shownWith(entry.title) : shown ? strings.noEntryYet : strings.loadingEntry
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="top"
      label={strings.entryOfTheTemplate}
      className={styles.popover}
      trigger={
        <Button size="sm" icon={<FileText size={13} />} title={strings.entryOfTheTemplate}>
          <span className={styles.name}>{label}</span>
          {entry && <span className={styles.locale}>{entry.locale}</span>}
        </Button>
      }
    >
      <Choice
        projectId={projectId}
        models={models}
        chosen={chosen}
        choose={choose}
        close={() => setOpen(false)}
        note={
          entry && chosen.id !== undefined && chosen.id !== entry.id ? strings.isNotComplete(entry.title) : undefined
        }
      />
    </Popover>
  )
}

function Choice({
  projectId,
  models,
  chosen,
  choose,
  close,
  note,
}: {
  projectId: string
  models: readonly string[]
  chosen: ChosenEntry
  choose: (change: Partial<ChosenEntry>) => void
  close: () => void
  note: string | undefined
}) {
  const { content } = useEditor()
  const shown = useStore(content.shown, whole)
  const id = useId()
  const listId = `${id}-list`
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<State>('all')
  const search = useDeferredValue(typed)
  const overview = useQuery(contentQuery(projectId))
  const { data } = useQuery(
    entriesQuery(projectId, chosen.model, { search, ...(state === 'all' ? {} : { status: state }) }),
  )
  const entries = data?.entries ?? []
  const optionId = (entry: ListedContentEntry) => `${id}-${entry.id}`
  const { current, setActive, field, list } = useActiveOption({
    options: entries,
    listId,
    optionId,
    stepOf: (key, active) => step(key, active, entries.length),
    onChoose: (entry) => {
      choose({ id: entry.id })
      close()
    },
    onLeave: close,
  })
  const names = new Map(overview.data?.models.map((model) => [model.id, model.name]))
  const locales = overview.data?.models.find((model) => model.id === chosen.model)?.locales ?? []
  const branches = overview.data?.branches.filter(({ state: its }) => its === 'open') ?? []
  const name = names.get(chosen.model) ?? chosen.model
  const isEmpty = data?.total === 0 && search.trim() === '' && state === 'all'
  if (isEmpty)
    return (
      <div className={styles.empty}>
        <p>{strings.noEntriesOf(name)}</p>
        <Link className={styles.link} to={paths.content(projectId, { model: chosen.model })}>
          {strings.writeTheFirst}
        </Link>
      </div>
    )
  return (
    <div className={styles.choice}>
      <TextField
        {...field}
        label={strings.searchEntries}
        hideLabel
        size="sm"
        autoFocus
        autoComplete="off"
        placeholder={strings.searchEntries}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
      />
      <Segmented
        label={strings.state}
        value={state}
        onChange={setState}
        options={states.map((value) => ({ value, label: strings.states[value] }))}
      />
      <div ref={list} id={listId} role="listbox" aria-label={name} className={styles.list}>
        {entries.map((entry, index) => (
          <button
            type="button"
            key={entry.id}
            id={optionId(entry)}
            role="option"
            tabIndex={-1}
            aria-selected={entry === current}
            data-shown={entry.id === shown?.entry?.id || undefined}
            className={styles.option}
            onPointerMove={() => setActive(index)}
            onClick={() => {
              choose({ id: entry.id })
              close()
            }}
          >
            <span className={styles.title}>{entry.title}</span>
            <span className={styles.status}>{strings.statusWords[entryStatus(entry)]}</span>
          </button>
        ))}
      </div>
      {data && entries.length === 0 && (
        <p className={styles.note}>{`${strings.nothingFound}. ${strings.tryOtherWords}`}</p>
      )}
      {models.length > 1 && (
        <Select
          label={strings.model}
          size="sm"
          value={chosen.model}
          onChange={(model) => choose({ model, id: undefined })}
          options={models.map((value) => ({ value, label: names.get(value) ?? value }))}
        />
      )}
      {locales.length > 1 && (
        <Select
          label={strings.language}
          size="sm"
          value={shown?.entry?.locale ?? chosen.locale ?? locales[0] ?? null}
          onChange={(locale) => choose({ locale })}
          options={locales.map((value) => ({ value, label: value }))}
        />
      )}
      {branches.length > 0 && (
        <Select
          label={strings.version}
          size="sm"
          value={chosen.branch ?? LIVE}
          onChange={(branch) => choose({ branch: branch === LIVE ? undefined : branch })}
          options={[
            { value: LIVE, label: strings.asItStands },
            ...branches.map((branch) => ({ value: branch.id, label: strings.proposal(branch.title) })),
          ]}
        />
      )}
      {note && <p className={styles.note}>{note}</p>}
      {shown?.shortened && <p className={styles.note}>{strings.notAllIsShown}</p>}
      {shown?.entry && (
        <Link
          className={styles.link}
          to={paths.content(projectId, {
            model: shown.entry.model,
            entry: shown.entry.id,
            ...(locales.length > 1 ? { locale: shown.entry.locale } : {}),
          })}
        >
          {strings.openInContent(shown.entry.title)}
        </Link>
      )}
    </div>
  )
}

/** The status of an entry in its first language; one that is published at a time still to come is scheduled. */
function entryStatus({ locales: [first] }: ListedContentEntry): string {
  if (!first) return 'draft'
  return isScheduled(first) ? 'scheduled' : first.status
}

function step(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (active + 1) % count
  return key === 'ArrowUp' ? (active + count - 1) % count : undefined
}
