import type { Json } from '@atelier/documents'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, useToast } from '../../../ui/index.ts'
import { innerField, itemDefinition } from '../../entry/fieldDefinition.ts'
import { moved } from '../../entry/moved.ts'
import { useRowDrag } from '../../entry/useRowDrag.ts'
import { Card } from './Card.tsx'
import type { ListProps } from './Chips.tsx'
import { problemsIn } from './problems.ts'
import styles from './Structure.module.css'
import * as strings from './strings.ts'
import { cardTitle, isGroup, itemsOfValue, type Update } from './structure.ts'
import { useItemKeys } from './useItemKeys.ts'

/** The most cards that are shown before somebody asks for more. */
const SHOWN = 50

/** A list of groups, files, dates and other values: each is a card, to be folded, moved, duplicated and removed. */
export function Cards({ label, definition, items, onUpdate, onLeave, readsOnly, checks }: ListProps) {
  const { show } = useToast()
  const list = useRef<HTMLUListElement>(null)
  const item = itemDefinition(definition) ?? { type: 'string' as const }
  /** A new card, which is no item before it has a value that can be saved, or is left. */
  const [draft, setDraft] = useState<{ value: Json | undefined }>()
  const latestDraft = useRef(draft)
  const [most, setMost] = useState(SHOWN)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [said, setSaid] = useState('')
  const keys = useItemKeys(items.length + (draft ? 1 : 0))
  const isFull = definition.max !== undefined && items.length >= definition.max
  const isNested = item.type === 'array'
  const all: readonly (Json | undefined)[] = draft ? [...items, draft.value] : items
  const nameOf = (index: number) => cardTitle(all[index], item) ?? strings.itemNumber(index + 1)
  const fieldAt = (index: number) =>
    innerField(String(index), { ...item, required: false, label: strings.itemNumber(index + 1) })

  const keepDraft = (next: { value: Json | undefined } | undefined) => {
    latestDraft.current = next
    setDraft(next)
  }
  const addDraft = (value: Json) => {
    keepDraft(undefined)
    onUpdate((before) => [...itemsOfValue(before), value])
  }
  const update = (index: number, change: Update) => {
    const { current } = latestDraft
    if (current && index === items.length) {
      const value = change(current.value)
      if (value !== undefined && problemsIn(fieldAt(index), value).length === 0) addDraft(value)
      else keepDraft({ value })
      return
    }
    onUpdate((before) => {
      const next = change(itemsOfValue(before)[index])
      if (next !== undefined) return itemsOfValue(before).toSpliced(index, 1, next)
      return itemsOfValue(before).toSpliced(index, 1, ...(keepsEmpty.has(item.type) ? [''] : []))
    })
  }
  const leaveCard = (index: number) => {
    const { current } = latestDraft
    const isEmpty = current?.value === undefined || (isGroup(current.value) && Object.keys(current.value).length === 0)
    if (current?.value !== undefined && !isEmpty && index === items.length) addDraft(current.value)
    onLeave()
  }
  const focusCard = (index: number, what = '[data-head]') =>
    requestAnimationFrame(() => {
      const card = list.current?.children[Math.max(0, Math.min(index, list.current.children.length - 1))]
      const found = card?.querySelector<HTMLElement>(what) ?? card?.querySelector<HTMLElement>('input, button')
      if (found) found.focus()
      else list.current?.parentElement?.querySelector<HTMLElement>('[data-add]')?.focus()
    })
  const fold = (key: number, isOpen: boolean) =>
    setOpen((before) => {
      const next = new Set(before)
      if (isOpen) next.add(key)
      else next.delete(key)
      return next
    })
  const add = () => {
    const index = items.length
    setMost(Math.max(most, index + 1))
    if (isNested) onUpdate((before) => [...itemsOfValue(before), []])
    else if (!draft) keepDraft({ value: undefined })
    keys.insert(index)
    fold(keys.at(index), true)
    focusCard(index, 'input, textarea, [contenteditable], [role="combobox"], [data-body] button')
  }
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= items.length || from >= items.length) return
    setSaid(strings.movedItem(nameOf(from), to + 1, items.length))
    keys.move(from, to)
    onUpdate((before) => moved(itemsOfValue(before), from, to))
  }
  const duplicate = (index: number) => {
    const value = items[index]
    if (value === undefined) return
    keys.insert(index + 1)
    onUpdate((before) => itemsOfValue(before).toSpliced(index + 1, 0, value))
    setSaid(strings.addedItem(nameOf(index)))
    focusCard(index + 1)
  }
  const remove = (index: number) => {
    const value = items[index]
    const name = nameOf(index)
    keys.remove(index)
    if (value === undefined) keepDraft(undefined)
    else {
      onUpdate((before) => itemsOfValue(before).toSpliced(index, 1))
      const putBack = () => {
        keys.insert(index)
        onUpdate((before) => itemsOfValue(before).toSpliced(index, 0, value))
      }
      show({ title: strings.removedItem(name), action: { label: strings.undo, onSelect: putBack } })
    }
    focusCard(index)
  }
  const drag = useRowDrag(list, move)

  return (
    <fieldset className={styles.list} aria-label={label}>
      {all.length > 0 && (
        <ul ref={list} className={styles.cards} aria-label={strings.itemsOf(label)}>
          {all.slice(0, most).map((value, index) => {
            const key = keys.at(index)
            return (
              <Card
                key={key}
                field={fieldAt(index)}
                name={nameOf(index)}
                value={value}
                isOpen={item.type !== 'object' || open.has(key)}
                folds={item.type === 'object'}
                isNew={index >= items.length}
                readsOnly={readsOnly}
                checks={checks}
                row={drag.row(index)}
                grip={drag.grip(index)}
                onFold={(isOpen) => fold(key, isOpen)}
                onStep={(step) => {
                  move(index, index + step)
                  focusCard(index + step)
                }}
                onDuplicate={isFull ? undefined : () => duplicate(index)}
                onRemove={() => remove(index)}
                onUpdate={(change) => update(index, change)}
                onLeave={onLeave}
                onLeaveCard={() => leaveCard(index)}
              />
            )
          })}
        </ul>
      )}
      <div className="row wrap gap-8">
        {all.length > most && (
          <Button size="sm" onClick={() => setMost(most + SHOWN)}>
            {strings.showMore(Math.min(SHOWN, all.length - most), all.length - most)}
          </Button>
        )}
        {!readsOnly && !isFull && (
          <Button
            size="sm"
            data-add=""
            icon={<Plus size={14} />}
            aria-label={strings.addToList(label)}
            disabled={draft !== undefined}
            onClick={add}
          >
            {strings.addItem}
          </Button>
        )}
        {items.length > 3 && <span className="quiet">{strings.itemCount(items.length)}</span>}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </fieldset>
  )
}

/** Types of items of which one that is emptied stays while it is typed in; others are taken out of the list. */
const keepsEmpty: ReadonlySet<string> = new Set(['text', 'code', 'markdown', 'richtext'])
