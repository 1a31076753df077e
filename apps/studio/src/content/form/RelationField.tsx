import type { ContentModel } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { createContext, use, useState } from 'react'
import { contentQuery, entriesQuery } from '../../api/content.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, IconButton, Popover, Select, TextField } from '../../ui/index.ts'
import { stepFocus } from '../../ui/stepFocus.ts'
import { useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import type { FieldControlProps } from './controls/controlProps.ts'
import styles from './Form.module.css'
import { NewEntry } from './NewEntry.tsx'
import { type Reference, referencesOf, relationText } from './relations.ts'
import { secondColumns, secondLines } from './secondLine.ts'

/** The titles of the entries that an open entry refers to, by `model/id`. */
export const TitlesContext = createContext<Readonly<Record<string, string>>>({})

const referenceName = ({ model, id }: Reference) => `${model}/${id}`

/** The entries that a field names, and a search for others. */
export function RelationField({
  field,
  text,
  onText,
  onLeave,
  error,
  hint,
  readsOnly,
  label,
  several,
}: FieldControlProps & { label: string; several: boolean }) {
  const { project } = useContent()
  const [open, setOpen] = useState(false)
  const [making, setMaking] = useState<{ model: ContentModel; title: string }>()
  const known = use(TitlesContext)
  // The title of a new choice, shown before the entry has been read again.
  const [chosenHere, setChosenHere] = useState<Readonly<Record<string, string>>>({})
  const all: readonly ContentModel[] = useQuery(contentQuery(project.id)).data?.models ?? []
  const models = field.models ?? []
  const chosen = referencesOf(text, models)
  const set = (next: readonly Reference[]) => {
    onText(relationText(next, models, several))
    onLeave()
  }
  const choose = (reference: Reference, title: string) => {
    setChosenHere((before) => ({ ...before, [referenceName(reference)]: title === '' ? reference.id : title }))
    set(several ? [...chosen, reference] : [reference])
    setOpen(false)
  }
  return (
    <fieldset className={styles.relation} aria-label={label}>
      <span className="type-label color-secondary">{label}</span>
      <div className="row wrap gap-6">
        {chosen.map((reference) => (
          <span key={`${reference.model}/${reference.id}`} className={styles.chip}>
            <EntryName
              reference={reference}
              title={known[referenceName(reference)] ?? chosenHere[referenceName(reference)]}
            />
            {!readsOnly && (
              <IconButton
                size="sm"
                label={strings.takeOut(
                  known[referenceName(reference)] ?? chosenHere[referenceName(reference)] ?? reference.id,
                )}
                onClick={() => set(chosen.filter((each) => each !== reference))}
              >
                <X size={13} />
              </IconButton>
            )}
          </span>
        ))}
        {!readsOnly && (
          <Popover
            open={open}
            onOpenChange={setOpen}
            label={strings.chooseFor(label)}
            trigger={
              <Button size="sm" icon={<Plus size={14} />} aria-label={strings.chooseFor(label)}>
                {strings.choose}
              </Button>
            }
          >
            <Chooser
              models={models.flatMap((id) => all.find((each) => each.id === id) ?? [])}
              taken={chosen}
              onChoose={choose}
              onMake={(model, title) => {
                setOpen(false)
                setMaking({ model, title })
              }}
            />
          </Popover>
        )}
      </div>
      {making && (
        <NewEntry
          model={making.model}
          title={making.title}
          onMade={({ id, title }) => choose({ model: making.model.id, id }, title)}
          onClose={() => setMaking(undefined)}
        />
      )}
      {error ? (
        <p className="type-dense color-danger" role="alert">
          {error}
        </p>
      ) : (
        hint && <p className="quiet">{hint}</p>
      )}
    </fieldset>
  )
}

/** The name of an entry, which leads to it. */
function EntryName({ reference: { model, id }, title }: { reference: Reference; title: string | undefined }) {
  const { project } = useContent()
  return (
    <Link to={paths.content(project.id, { model, entry: id })} className={styles.reference}>
      {title ?? id}
    </Link>
  )
}

/** The most entries that a search lists. */
const MOST_FOUND = 20

/** Finds an entry by its words, or makes one. */
export function Chooser({
  models,
  taken,
  onChoose,
  onMake,
}: {
  models: readonly ContentModel[]
  taken: readonly Reference[]
  onChoose: (reference: Reference, title: string) => void
  /** Makes an entry that is called as one has typed. */
  onMake: (model: ContentModel, title: string) => void
}) {
  const { project } = useContent()
  const [wanted, setWanted] = useState<string>()
  const chosen = models.find(({ id }) => id === wanted) ?? models[0]
  const model = chosen?.id ?? ''
  const [search, setSearch] = useState('')
  const words = search.trim()
  const columns = chosen ? secondColumns(chosen) : []
  const view = { ...(words === '' ? {} : { search: words }), ...(columns.length > 0 ? { columns } : {}) }
  const { data } = useQuery(entriesQuery(project.id, model, view))
  const free = data?.entries.filter(({ id }) => !taken.some((each) => each.model === model && each.id === id)) ?? []
  const shown = free.slice(0, MOST_FOUND)
  const lines = chosen ? secondLines(shown, chosen, data?.titles ?? {}) : undefined
  return (
    <div className={styles.chooser} data-chooser="">
      {models.length > 1 && (
        <Select
          label={strings.model}
          hideLabel
          value={model}
          options={models.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setWanted}
        />
      )}
      <TextField
        label={strings.search}
        hideLabel
        placeholder={strings.search}
        type="search"
        autoFocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'ArrowDown')
            currentTarget.closest('[data-chooser]')?.querySelector<HTMLElement>('li > button')?.focus()
        }}
      />
      <ul className={styles.found} onKeyDown={(event) => stepFocus(event, 'button')}>
        {shown.map(({ id, title }) => (
          <li key={id}>
            <button type="button" className={styles.option} onClick={() => onChoose({ model, id }, title)}>
              <span className="truncate">{title === '' ? id : title}</span>
              <span className={styles.secondLine}>{lines?.get(id)}</span>
            </button>
          </li>
        ))}
      </ul>
      {data && free.length === 0 && <p className="quiet">{strings.nothingFound}</p>}
      {chosen && (chosen.kind === 'collection' || chosen.kind === 'document') && (
        <Button size="sm" icon={<Plus size={14} />} onClick={() => onMake(chosen, search.trim())}>
          {search.trim() === '' ? strings.newEntryIn(chosen.name) : strings.createAndChoose(search.trim())}
        </Button>
      )}
    </div>
  )
}
