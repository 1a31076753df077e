import type { FieldDefinition, ModelFile } from '@atelier/content'
import { ChevronDown, ChevronRight, GripVertical, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../../ui/index.ts'
import { moved } from '../entry/moved.ts'
import { useRowDrag } from '../entry/useRowDrag.ts'
import { FieldPanel } from './FieldPanel.tsx'
import { labelIn } from './fieldTypes.ts'
import styles from './Model.module.css'
import * as strings from './strings.ts'

export interface FieldListProps {
  file: ModelFile
  /** The language in which labels are shown. */
  locale: string
  targets: readonly { id: string; name: string }[]
  disabled: boolean
  /** The field whose definition is in sight. */
  open: string | undefined
  onOpen: (name: string | undefined) => void
  onRename: (from: string, to: string) => void
  onChange: (name: string, field: FieldDefinition | undefined) => void
  onOrder: (names: string[]) => void
  /** How the form shows a field, below its definition. */
  layoutOf: (name: string) => ReactNode
}

/** The fields of a model in their order, each with its definition to unfold. */
export function FieldList(props: FieldListProps) {
  const { file, locale, targets, disabled, open, onOpen, onRename, onChange, onOrder, layoutOf } = props
  const list = useRef<HTMLUListElement>(null)
  const [said, setSaid] = useState('')
  const fields = Object.entries(file.fields ?? {})
  const names = fields.map(([name]) => name)

  const move = (from: number, to: number) => {
    const name = names[from]
    if (name === undefined || to < 0 || to >= names.length || from === to) return
    onOrder(moved(names, from, to))
    setSaid(strings.movedTo(name, to + 1, names.length))
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!event.altKey || step === undefined || disabled) return
    event.preventDefault()
    move(index, index + step)
    const name = names[index]
    // The row is another element at its new place only after it was drawn.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-field="${name}"] button[aria-expanded]`)?.focus(),
    )
  }
  const drag = useRowDrag(list, move)

  return (
    <>
      <ul ref={list} className={styles.fields} aria-label={strings.fields}>
        {fields.map(([name, field], index) => {
          const label = labelIn(name, field, locale)
          const isOpen = open === name
          const isTitle = file.title_field === name
          const Chevron = isOpen ? ChevronDown : ChevronRight
          return (
            <li key={name} className={styles.field} data-field={name} {...drag.row(index)}>
              <div className={styles.row}>
                {!disabled && (
                  <button
                    type="button"
                    tabIndex={-1}
                    className={styles.grip}
                    title={strings.moveHint}
                    aria-label={strings.moveField(label)}
                    {...drag.grip(index)}
                  >
                    <GripVertical size={13} aria-hidden="true" />
                  </button>
                )}
                <button
                  type="button"
                  className={styles.open}
                  aria-expanded={isOpen}
                  aria-keyshortcuts={disabled ? undefined : 'Alt+ArrowUp Alt+ArrowDown'}
                  onKeyDown={(event) => onKeyDown(event, index)}
                  onClick={() => onOpen(isOpen ? undefined : name)}
                >
                  <Chevron size={14} aria-hidden="true" />
                  <span className="truncate font-medium">{label}</span>
                  {label !== name && <span className={styles.name}>{name}</span>}
                  <span className={styles.marks}>
                    {isTitle && <span className={styles.mark}>{strings.title}</span>}
                    {field.required && !isTitle && <span className={styles.mark}>{strings.required}</span>}
                    {field.unique && <span className={styles.mark}>{strings.unique}</span>}
                    <span className={styles.quiet}>{strings.types[field.type].name}</span>
                  </span>
                </button>
                {!disabled && (
                  <IconButton
                    size="sm"
                    label={strings.removeField(label)}
                    disabled={names.length === 1}
                    onClick={() => onChange(name, undefined)}
                  >
                    <Trash2 size={14} />
                  </IconButton>
                )}
              </div>
              {isOpen && (
                <>
                  <FieldPanel
                    name={name}
                    field={field}
                    isTitle={isTitle}
                    isSingleton={file.kind === 'singleton'}
                    locale={locale}
                    taken={names}
                    targets={targets}
                    disabled={disabled}
                    onRename={(to) => onRename(name, to)}
                    onChange={(next) => onChange(name, next)}
                  />
                  {layoutOf(name)}
                </>
              )}
            </li>
          )
        })}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}
