import type { ContentListView, ContentModel } from '@atelier/api'
import { Columns3, ListFilter, Search, Star } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { Button, Check, IconButton, Menu, type MenuEntry, Popover, TextField, useToast } from '../../ui/index.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'
import styles from './EntryList.module.css'
import { FilterForm } from './FilterForm.tsx'
import { columnsIn } from './listView.ts'
import { SaveView } from './SaveView.tsx'

interface ToolProps {
  model: ContentModel
  view: ContentListView
  onView: (view: ContentListView) => void
}

/** Search, filters, columns and saved views of a list. */
export function ListTools(props: ToolProps) {
  const { model, view, onView } = props
  return (
    <>
      <SearchField {...props} />
      <Popover
        label={strings.filter}
        trigger={
          <IconButton label={strings.filter} variant="secondary">
            <ListFilter size={15} />
          </IconButton>
        }
      >
        <FilterForm model={model} view={view} onView={onView} />
      </Popover>
      <Popover
        label={strings.columns}
        trigger={
          <IconButton label={strings.columns} variant="secondary">
            <Columns3 size={15} />
          </IconButton>
        }
      >
        <Columns {...props} />
      </Popover>
      <Views {...props} />
    </>
  )
}

/** How long a pause in typing is before the list follows, in milliseconds. */
const PAUSE = 150

function SearchField({ model, view, onView }: ToolProps) {
  const [text, setText] = useState(view.search ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(view.search ?? '')
  const latest = useRef(view)
  latest.current = view
  // Values set by another control, a saved view or the address are shown here too.
  useEffect(() => {
    const asked = view.search ?? ''
    if (asked !== sent.current) setText(asked)
    sent.current = asked
  }, [view.search])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const { search: _, ...rest } = latest.current
      sent.current = next
      onView(next.trim() === '' ? rest : { ...rest, search: next })
    }, PAUSE)
  }
  return (
    <TextField
      label={strings.searchIn(model.name)}
      hideLabel
      type="search"
      placeholder={strings.search}
      leading={<Search size={14} aria-hidden="true" />}
      value={text}
      className={styles.search}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

function Columns({ model, view, onView }: ToolProps) {
  const shown = columnsIn(view, model).map(({ name }) => name)
  const { columns: _, ...usual } = view
  return (
    <div className={styles.panel}>
      {model.fields
        .filter(({ name }) => name !== model.titleField)
        .map((field) => (
          <Check
            key={field.name}
            className={styles.option}
            label={fieldLabel(field)}
            checked={shown.includes(field.name)}
            onChange={(isShown) =>
              onView({
                ...view,
                columns: isShown ? [...shown, field.name] : shown.filter((name) => name !== field.name),
              })
            }
          />
        ))}
      <Button size="sm" variant="quiet" disabled={view.columns === undefined} onClick={() => onView(usual)}>
        {strings.usualColumns}
      </Button>
    </div>
  )
}

/** Where the list of a model leads at once: all of it, in its own order, or as a saved view. */
function Views({ model, view, onView }: ToolProps) {
  const { session, readsOnly } = useContent()
  const { show } = useToast()
  const [saving, setSaving] = useState(false)
  const { orderField } = model
  const remove = async (name: string) => {
    const answer = await session.run(operations.saveList, { model: model.id, name, view: null })
    if (!answer.ok) return show({ title: sentence(answer.error), tone: 'danger', id: 'content-view' })
    const { undo } = answer.value
    show({ title: strings.removedView(name), ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}) })
  }
  const isThis = (other: ContentListView) => JSON.stringify(other) === JSON.stringify(view)
  const entries: MenuEntry[] = [
    { label: strings.allEntries, checked: isThis({}), onSelect: () => onView({}) },
    ...(orderField === undefined
      ? []
      : [
          {
            label: strings.manualOrder,
            checked: isThis({ sort: orderField }),
            onSelect: () => onView({ sort: orderField }),
          },
        ]),
    ...(model.lists.length > 0 ? [{ separator: true as const }, { group: strings.savedViews }] : []),
    ...model.lists.map((list) => ({
      label: list.name,
      checked: isThis(list.view),
      onSelect: () => onView(list.view),
    })),
    ...(readsOnly
      ? []
      : [
          { separator: true as const },
          { label: strings.saveView, disabled: isThis({}), onSelect: () => setSaving(true) },
          ...model.lists
            .filter((list) => isThis(list.view))
            .map(({ name }) => ({ label: strings.removeView(name), danger: true, onSelect: () => void remove(name) })),
        ]),
  ]
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={strings.views} variant="secondary">
            <Star size={15} />
          </IconButton>
        }
        entries={entries}
      />
      {saving && <SaveView model={model} view={view} onClose={() => setSaving(false)} />}
    </>
  )
}
