import { slugOf } from '@atelier/content'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { sentence } from '../../api/client.ts'
import { contentQuery, entriesQuery } from '../../api/content.ts'
import { NO_LOCALE, saveInput } from '../../api/saveInput.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, IconButton, Popover, Select, TextField } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'
import type { FieldControlProps } from './FieldControl.tsx'
import styles from './Form.module.css'
import { type Reference, referencesOf, relationText } from './relations.ts'

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
  const [open, setOpen] = useState(false)
  const models = field.models ?? []
  const chosen = referencesOf(text, models)
  const set = (next: readonly Reference[]) => {
    onText(relationText(next, models, several))
    onLeave()
  }
  return (
    <fieldset className={styles.relation} aria-label={label}>
      <span className={styles.label}>{label}</span>
      <div className={styles.chips}>
        {chosen.map((reference) => (
          <span key={`${reference.model}/${reference.id}`} className={styles.chip}>
            <EntryName reference={reference} />
            {!readsOnly && (
              <IconButton
                size="sm"
                label={strings.takeOut(reference.id)}
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
              models={models}
              taken={chosen}
              onChoose={(reference) => {
                set(several ? [...chosen, reference] : [reference])
                setOpen(false)
              }}
            />
          </Popover>
        )}
      </div>
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : (
        hint && <p className={styles.hint}>{hint}</p>
      )}
    </fieldset>
  )
}

/** Makes an entry that is called as one has typed, and refers to it. */
function CreateHere({
  model: modelId,
  title,
  onChoose,
}: {
  model: string
  title: string
  onChoose: (reference: Reference) => void
}) {
  const { session, project } = useContent()
  const [error, setError] = useState<string>()
  const model = useQuery(contentQuery(project.id)).data?.models.find(({ id }) => id === modelId)
  const { titleField } = model ?? {}
  if (!model || titleField === undefined || (model.kind !== 'collection' && model.kind !== 'document')) return null
  const create = async () => {
    const [locale = NO_LOCALE] = model.locales
    const id = model.kind === 'document' ? slugOf(title) : 'new'
    const answer = await session.run(operations.saveContent, saveInput(model, id, locale, { [titleField]: title }))
    if (!answer.ok) return setError(sentence(answer.error))
    const [made] = answer.value.data.entries
    if (made) onChoose({ model: modelId, id: made.id })
  }
  return (
    <>
      <Button size="sm" icon={<Plus size={14} />} onClick={() => void create()}>
        {strings.createAndChoose(title)}
      </Button>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}

function EntryName({ reference: { model, id } }: { reference: Reference }) {
  const { project } = useContent()
  const { data } = useQuery(entriesQuery(project.id, model, { search: id }))
  return (
    <Link to={paths.content(project.id, { model, entry: id })} className={styles.reference}>
      {data?.entries.find((entry) => entry.id === id)?.title || id}
    </Link>
  )
}

function Chooser({
  models,
  taken,
  onChoose,
}: {
  models: readonly string[]
  taken: readonly Reference[]
  onChoose: (reference: Reference) => void
}) {
  const { project } = useContent()
  const [first = ''] = models
  const [model, setModel] = useState(first)
  const [search, setSearch] = useState('')
  const { data } = useQuery(entriesQuery(project.id, model, search.trim() === '' ? {} : { search: search.trim() }))
  const free = data?.entries.filter(({ id }) => !taken.some((each) => each.model === model && each.id === id)) ?? []
  return (
    <div className={styles.chooser}>
      {models.length > 1 && (
        <Select
          label={strings.model}
          hideLabel
          value={model}
          options={models.map((value) => ({ value, label: value }))}
          onChange={setModel}
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
      />
      <ul className={styles.found}>
        {free.slice(0, 20).map(({ id, title }) => (
          <li key={id}>
            <button type="button" className={styles.option} onClick={() => onChoose({ model, id })}>
              {title === '' ? id : title}
            </button>
          </li>
        ))}
      </ul>
      {data && free.length === 0 && <p className={styles.hint}>{strings.nothingFound}</p>}
      {search.trim() !== '' && <CreateHere model={model} title={search.trim()} onChoose={onChoose} />}
    </div>
  )
}
