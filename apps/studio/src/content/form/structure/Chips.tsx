import type { FieldDefinition } from '@atelier/content'
import type { Json } from '@atelier/documents'
import { X } from 'lucide-react'
import { type KeyboardEvent, memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button, Select } from '../../../ui/index.ts'
import { stepFocus } from '../../../ui/stepFocus.ts'
import { innerField, itemDefinition } from '../../entry/fieldDefinition.ts'
import { controlOf } from '../../entry/fieldText.ts'
import { moved } from '../../entry/moved.ts'
import { ChipInput } from './ChipInput.tsx'
import { problemsIn } from './problems.ts'
import styles from './Structure.module.css'
import * as strings from './strings.ts'
import { itemsOfValue, typedValue } from './structure.ts'
import type { ValueControlProps } from './ValueControl.tsx'

export interface ListProps extends Omit<ValueControlProps, 'value'> {
  label: string
  /** The definition of the list. */
  definition: FieldDefinition
  items: readonly Json[]
}

/** The most chips at the beginning and at the end of a list that are shown before somebody asks for more. */
const AT_EACH_END = 100
const MORE = 500

/** A list of short texts or numbers: each is a chip, to be added, edited, moved and removed by mouse or keys. */
export function Chips({ label, definition, items, onUpdate, onLeave, readsOnly, checks }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [editing, setEditing] = useState<number>()
  const [more, setMore] = useState(0)
  const [said, setSaid] = useState('')
  const item = itemDefinition(definition) ?? { type: 'string' as const }
  const itemField = useMemo(() => innerField('', { ...item, required: false }), [item])
  const isFull = definition.max !== undefined && items.length >= definition.max
  const gapFrom = AT_EACH_END + more
  const gapTo = Math.max(gapFrom, items.length - AT_EACH_END)

  const focusChip = (index: number) =>
    // A moved chip is at its new place only after it was drawn.
    requestAnimationFrame(() => {
      const chips = [...(list.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
      const found = chips.find((chip) => Number(chip.dataset.chip) >= index) ?? chips.at(-1)
      if (found) found.focus()
      else list.current?.parentElement?.querySelector('input')?.focus()
    })
  const add = (texts: readonly string[]) => {
    const values = texts.flatMap((text) => typedValue(text, itemField) ?? [])
    if (values.length === 0) return
    onUpdate((before) => [...itemsOfValue(before), ...values])
    setSaid(values.length === 1 ? strings.addedItem(String(values[0])) : strings.addedItems(values.length))
  }
  const remove = (index: number) => {
    onUpdate((before) => itemsOfValue(before).toSpliced(index, 1))
    setSaid(strings.removedItem(String(items[index])))
    focusChip(index)
  }
  const replace = (index: number, text: string) => {
    setEditing(undefined)
    const value = typedValue(text, itemField)
    if (value === undefined) return remove(index)
    if (value !== items[index]) onUpdate((before) => itemsOfValue(before).toSpliced(index, 1, value))
    focusChip(index)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const { target, key } = event
    const index = target instanceof HTMLElement && target.dataset.chip ? Number(target.dataset.chip) : undefined
    if (index === undefined) return
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key]
    if (step !== undefined && event.altKey) {
      event.preventDefault()
      const to = index + step
      if (readsOnly || to < 0 || to >= items.length) return
      onUpdate((before) => moved(itemsOfValue(before), index, to))
      setSaid(strings.movedItem(String(items[index]), to + 1, items.length))
      focusChip(to)
    } else if ((key === 'Delete' || key === 'Backspace') && !readsOnly) {
      event.preventDefault()
      remove(index)
    } else stepFocus(event, '[data-chip]')
  }
  // The chips are drawn again only when their own text changes: what they call is read at that moment.
  const latest = useRef({ remove, edit: setEditing })
  latest.current = { remove, edit: setEditing }
  const handlers = useMemo<ChipHandlers>(
    () => ({ remove: (index) => latest.current.remove(index), edit: (index) => latest.current.edit(index) }),
    [],
  )
  const chip = (index: number) => {
    const text = String(items[index])
    if (editing === index)
      return <ChipEdit key={index} text={text} onDone={(next) => replace(index, next)} onLeave={onLeave} />
    const isWrong = checks && problemsIn(itemField, items[index]).length > 0
    return (
      <Chip
        key={index}
        index={index}
        text={text}
        isWrong={isWrong}
        isFirst={index === 0}
        readsOnly={readsOnly}
        handlers={handlers}
      />
    )
  }
  const indexes = [...items.keys()]
  return (
    <fieldset className={styles.list} aria-label={label}>
      {items.length > 0 && (
        <ul
          ref={list}
          className={styles.chips}
          aria-label={strings.itemsOf(label)}
          onKeyDown={onKeyDown}
          data-count={items.length}
        >
          {indexes.slice(0, gapFrom).map(chip)}
          {gapTo > gapFrom && (
            <li>
              <Button size="sm" onClick={() => setMore(more + MORE)}>
                {strings.showMore(Math.min(MORE, gapTo - gapFrom), gapTo - gapFrom)}
              </Button>
            </li>
          )}
          {indexes.slice(gapTo).map(chip)}
        </ul>
      )}
      {!readsOnly && !isFull && item.type === 'select' && (
        <Select
          label={strings.addToList(label)}
          hideLabel
          value={null}
          placeholder={strings.addItem}
          options={(item.options ?? [])
            .filter((option) => !items.includes(option))
            .map((option) => ({ value: option, label: option }))}
          onChange={(option) => {
            add([option])
            onLeave()
          }}
        />
      )}
      {!readsOnly && !isFull && item.type !== 'select' && (
        <ChipInput
          label={strings.addToList(label)}
          splitsAtComma={controlOf(item) !== 'number'}
          onAdd={add}
          onLeave={onLeave}
          onBack={() => focusChip(items.length - 1)}
        />
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </fieldset>
  )
}

interface ChipHandlers {
  remove(index: number): void
  edit(index: number): void
}

interface ChipProps {
  index: number
  text: string
  isWrong: boolean
  isFirst: boolean
  readsOnly: boolean
  handlers: ChipHandlers
}

const Chip = memo(function Chip({ index, text, isWrong, isFirst, readsOnly, handlers }: ChipProps) {
  return (
    <li className={styles.chip} data-wrong={isWrong || undefined}>
      <button
        type="button"
        className={styles.chipText}
        data-chip={index}
        tabIndex={isFirst ? 0 : -1}
        aria-label={readsOnly ? undefined : strings.editItem(text)}
        aria-keyshortcuts={readsOnly ? undefined : 'Delete Alt+ArrowLeft Alt+ArrowRight'}
        onClick={readsOnly ? undefined : () => handlers.edit(index)}
      >
        {text}
      </button>
      {!readsOnly && (
        <button
          type="button"
          className={styles.chipRemove}
          tabIndex={-1}
          aria-label={strings.removeItem(text)}
          onClick={() => handlers.remove(index)}
        >
          <X size={13} aria-hidden="true" />
        </button>
      )}
    </li>
  )
})

/** A chip while its text is edited. */
function ChipEdit({ text, onDone, onLeave }: { text: string; onDone: (text: string) => void; onLeave: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useLayoutEffect(() => input.current?.select(), [])
  const finish = (next: string) => {
    if (isDone.current) return
    isDone.current = true
    onDone(next)
  }
  return (
    <li>
      <input
        ref={input}
        className={styles.chipEdit}
        aria-label={strings.editItem(text)}
        defaultValue={text}
        size={Math.min(60, Math.max(4, text.length))}
        onBlur={(event) => {
          finish(event.currentTarget.value)
          onLeave()
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          event.stopPropagation()
          finish(event.key === 'Enter' ? event.currentTarget.value : text)
        }}
      />
    </li>
  )
}
