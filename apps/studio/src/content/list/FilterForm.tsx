import type { ContentListView, ContentModel } from '@atelier/api'
import { type FormEvent, useState } from 'react'
import { Button, Select, TextField } from '../../ui/index.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import * as strings from '../strings.ts'
import styles from './EntryList.module.css'
import { type Condition, comparisonsOf, withCondition } from './listView.ts'

const ANY = ' '

/** Leaves entries out by their status, by what they lack, in one language, or by a field. */
export function FilterForm({
  model,
  view,
  onView,
}: {
  model: ContentModel
  view: ContentListView
  onView: (view: ContentListView) => void
}) {
  const { status, state, locale, ...rest } = view
  const set = (next: { status?: string | undefined; state?: string | undefined; locale?: string | undefined }) => {
    const all = { status, state, locale, ...next }
    const given = Object.entries(all).filter(([, value]) => value !== undefined && value !== ANY)
    onView({ ...rest, ...Object.fromEntries(given) })
  }
  return (
    <div className={styles.panel}>
      <Select
        label={strings.status}
        value={status ?? ANY}
        options={[{ value: ANY, label: strings.anyStatus }, ...optionsOf(strings.statuses)]}
        onChange={(next) => set({ status: next })}
      />
      <Select
        label={strings.state}
        value={state ?? ANY}
        options={[
          { value: ANY, label: strings.anyState },
          ...optionsOf(strings.states).filter(
            ({ value }) => model.locales.length > 1 || (value !== 'stale' && value !== 'untranslated'),
          ),
        ]}
        onChange={(next) => set({ state: next })}
      />
      {model.locales.length > 1 && (
        <Select
          label={strings.language}
          value={locale ?? model.locales[0] ?? ''}
          options={model.locales.map((value) => ({ value, label: value }))}
          onChange={(next) => set({ locale: next === model.locales[0] ? undefined : next })}
        />
      )}
      {model.fields.length > 0 && <ByField model={model} view={view} onView={onView} />}
    </div>
  )
}

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

function ByField({
  model,
  view,
  onView,
}: {
  model: ContentModel
  view: ContentListView
  onView: (view: ContentListView) => void
}) {
  const [name, setName] = useState<string>()
  const [how, setHow] = useState<Condition['how']>()
  const [value, setValue] = useState('')
  const field = model.fields.find((each) => each.name === name)
  const offered = field ? comparisonsOf(field.type) : []
  const chosen = how && offered.includes(how) ? how : offered[0]
  const choices = field?.options ?? (field?.type === 'boolean' ? ['true', 'false'] : undefined)
  const needsValue = chosen !== undefined && chosen !== 'set' && chosen !== 'empty'
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!field || !chosen || (needsValue && value.trim() === '')) return
    onView(withCondition(view, { field: field.name, how: chosen, value: value.trim() }, field.type))
    setValue('')
  }
  return (
    <form className={styles.byField} onSubmit={add} noValidate>
      <Select
        label={strings.filterBy}
        value={name ?? null}
        placeholder={strings.field}
        options={model.fields.map((each) => ({ value: each.name, label: fieldLabel(each) }))}
        onChange={(next) => {
          setName(next)
          setValue('')
        }}
      />
      {field && chosen && (
        <>
          <Select
            label={strings.comparison}
            hideLabel
            value={chosen}
            options={offered.map((each) => ({ value: each, label: strings.comparisons[each] }))}
            onChange={(next) => setHow(offered.find((each) => each === next))}
          />
          {needsValue &&
            (choices ? (
              <Select
                label={strings.value}
                hideLabel
                value={value === '' ? null : value}
                options={choices.map((each) => ({
                  value: each,
                  label: field.type === 'boolean' ? (each === 'true' ? strings.yes : strings.no) : each,
                }))}
                onChange={setValue}
              />
            ) : (
              <TextField
                label={strings.value}
                hideLabel
                placeholder={strings.value}
                type={field.type === 'date' ? 'date' : 'text'}
                value={value}
                onChange={(event) => setValue(event.currentTarget.value)}
              />
            ))}
          <Button type="submit" size="sm" disabled={needsValue && value.trim() === ''}>
            {strings.addFilter}
          </Button>
        </>
      )}
    </form>
  )
}
