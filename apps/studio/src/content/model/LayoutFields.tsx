import type { ContentFieldLayout, ContentModel } from '@atelier/api'
import { useRef } from 'react'
import { sentence } from '../../api/client.ts'
import { Select, useToast } from '../../ui/index.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { CommitField } from './CommitField.tsx'
import styles from './Model.module.css'
import * as strings from './strings.ts'

/** The choice of a field that depends on no other one. */
const ALWAYS = ' '

/** How the form of an entry shows a field: in which tab and section, and while which other field has a value. */
export function LayoutFields({ model, name, disabled }: { model: ContentModel; name: string; disabled: boolean }) {
  const { session } = useContent()
  const { show } = useToast()
  const field = model.fields.find((each) => each.name === name)
  const layout: ContentFieldLayout = field?.layout ?? {}
  // A change builds on those before it that the model does not show yet.
  const latest = useRef(layout)
  const saving = useRef(0)
  if (saving.current === 0) latest.current = layout
  if (!field) return null
  const save = async (change: (before: ContentFieldLayout) => ContentFieldLayout) => {
    latest.current = change(latest.current)
    const { section, tab, placeholder, when } = latest.current
    const kept = {
      ...(section ? { section } : {}),
      ...(tab ? { tab } : {}),
      ...(placeholder ? { placeholder } : {}),
      ...(when ? { when: { field: when.field, is: when.is.filter(isPlainValue) } } : {}),
    }
    saving.current += 1
    const answer = await session.run(operations.saveFieldLayout, { model: model.id, field: name, layout: kept })
    saving.current -= 1
    if (!answer.ok) show({ title: sentence(answer.error), tone: 'danger', id: 'field-layout' })
  }
  const text = (member: 'section' | 'tab' | 'placeholder', label: string, hint: string) => (
    <CommitField
      label={label}
      hint={hint}
      value={layout[member] ?? ''}
      disabled={disabled}
      onCommit={(next) => {
        void save((before) => ({ ...before, [member]: next.trim() }))
        return undefined
      }}
    />
  )
  const { when } = layout
  const others = model.fields.filter((each) => each.name !== name)
  return (
    <div className={styles.panel}>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{strings.inTheForm}</legend>
        <div className={styles.pair}>
          {text('section', strings.section, strings.sectionHint)}
          {text('tab', strings.tab, strings.tabHint)}
          {text('placeholder', strings.placeholder, strings.placeholderHint)}
          <Select
            label={strings.shownWhile}
            value={when?.field ?? ALWAYS}
            disabled={disabled}
            options={[
              { value: ALWAYS, label: strings.always },
              ...others.map((each) => ({ value: each.name, label: fieldLabel(each) })),
            ]}
            onChange={(next) => {
              void save(({ when: _, ...rest }) => (next === ALWAYS ? rest : { ...rest, when: { field: next, is: [] } }))
            }}
          />
          {when && (
            <CommitField
              label={strings.hasOneOf}
              hint={strings.hasOneOfHint}
              value={when.is.join(', ')}
              disabled={disabled}
              onCommit={(next) => {
                const is = next.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))
                void save((before) => ({ ...before, when: { field: before.when?.field ?? when.field, is } }))
                return undefined
              }}
            />
          )}
        </div>
      </fieldset>
    </div>
  )
}

const isPlainValue = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
