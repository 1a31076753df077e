import { Braces, ListTree } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { Segmented } from '../../../ui/index.ts'
import { useStableCallback } from '../../../ui/useStableCallback.ts'
import { definitionOf } from '../../entry/fieldDefinition.ts'
import type { FieldControlProps } from '../controls/controlProps.ts'
import { SharedArea } from '../text/SharedField.tsx'
import styles from './Structure.module.css'
import * as strings from './strings.ts'
import { fieldShape, readStructure, structureText, type Update } from './structure.ts'
import { StructureEditor } from './ValueControl.tsx'

/** Not rendered again while other fields are typed in. */
const Editor = memo(StructureEditor)

/** A list or a group: its items and fields, or its JSON. Its code is loaded with the first such field. */
export function StructureField(props: FieldControlProps & { label: string }) {
  const { field, text, textNow, onText, onLeave, error, hint, readsOnly, label } = props
  const [wantsJson, setWantsJson] = useState(false)
  const definition = definitionOf(field)
  const read = useMemo(() => readStructure(text), [text])
  const shape = definition && read.ok ? fieldShape(definition, read.value) : undefined
  const update = useStableCallback((change: Update) => {
    const before = textNow()
    const now = readStructure(before)
    if (now.ok) onText(structureText(change(now.value)), before)
  })
  const leave = useStableCallback(onLeave)
  const view = shape === undefined || wantsJson ? 'json' : 'form'
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span className="type-label color-secondary" aria-hidden="true">
          {label}
        </span>
        {shape !== undefined && (
          <Segmented
            label={strings.viewOf(label)}
            value={view}
            onChange={(next) => setWantsJson(next === 'json')}
            options={[
              { value: 'form', label: strings.asForm, icon: <ListTree size={13} /> },
              { value: 'json', label: strings.asJson, icon: <Braces size={13} /> },
            ]}
          />
        )}
      </div>
      {view === 'json' || !definition || !read.ok ? (
        <SharedArea
          label={strings.jsonOf(label)}
          hideLabel
          value={text}
          rows={8}
          mono
          spellCheck={false}
          disabled={readsOnly}
          hint={hint ?? (shape === undefined && read.ok ? strings.noForm : undefined)}
          {...(error === undefined ? {} : { error })}
          onBlur={onLeave}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      ) : (
        <>
          <Editor
            field={field}
            label={label}
            value={read.value}
            onUpdate={update}
            onLeave={leave}
            readsOnly={readsOnly}
            checks={error !== undefined}
          />
          {error ? (
            <p className="type-dense color-danger" role="alert">
              {error}
            </p>
          ) : (
            hint && <p className="quiet">{hint}</p>
          )}
        </>
      )}
    </div>
  )
}
