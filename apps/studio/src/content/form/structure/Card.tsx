import type { Json } from '@atelier/documents'
import { ChevronDown, ChevronRight, Copy, GripVertical, Trash2 } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { IconButton } from '../../../ui/index.ts'
import type { useRowDrag } from '../../entry/useRowDrag.ts'
import { problemsIn } from './problems.ts'
import styles from './Structure.module.css'
import * as strings from './strings.ts'
import { GroupFields, ValueControl, type ValueControlProps } from './ValueControl.tsx'

type Drag = ReturnType<typeof useRowDrag>

interface CardProps extends ValueControlProps {
  /** The words by which its buttons name it. */
  name: string
  value: Json | undefined
  isOpen: boolean
  /** It has a head that unfolds it. */
  folds: boolean
  /** It is no item of the list yet. */
  isNew: boolean
  row: ReturnType<Drag['row']>
  grip: ReturnType<Drag['grip']>
  onFold: (isOpen: boolean) => void
  /** Moves it by a number of places. */
  onStep: (step: number) => void
  onDuplicate: (() => void) | undefined
  onRemove: () => void
  /** The focus went out of the card. */
  onLeaveCard: () => void
}

/** One item of a list, which is moved, duplicated and removed as a whole. */
export function Card(props: CardProps) {
  const { name, isOpen, folds, isNew, row, readsOnly, onLeaveCard, onDuplicate, onRemove, ...rest } = props
  const control: ComponentProps<typeof ValueControl> = { ...rest, readsOnly }
  const problems = rest.checks && !isOpen ? problemsIn(rest.field, rest.value).length : 0
  const actions = !readsOnly && (
    <>
      {onDuplicate && !isNew && (
        <IconButton size="sm" label={strings.duplicateItem(name)} onClick={onDuplicate}>
          <Copy size={13} />
        </IconButton>
      )}
      <IconButton size="sm" label={strings.removeItem(name)} onClick={onRemove}>
        <Trash2 size={13} />
      </IconButton>
    </>
  )
  const onBlur = ({ currentTarget, relatedTarget }: { currentTarget: Node; relatedTarget: EventTarget | null }) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) onLeaveCard()
  }
  return (
    <li {...row} className={styles.card} onBlur={onBlur}>
      <div className={styles.cardHead}>
        {!readsOnly && !isNew && <Grip {...props} />}
        {folds ? (
          <FoldButton {...props} problems={problems} />
        ) : (
          <div className={styles.cardControl} data-body="">
            <ValueControl {...control} />
          </div>
        )}
        {actions}
      </div>
      {folds && isOpen && (
        <div className={styles.cardBody} data-body="">
          <GroupFields {...control} />
        </div>
      )}
    </li>
  )
}

/** Drags the card; arrow keys move it by one place. */
function Grip({ name, folds, grip, onStep }: CardProps) {
  return (
    <button
      type="button"
      // A card that folds is moved by the keys of its head.
      tabIndex={folds ? -1 : 0}
      data-head={folds ? undefined : ''}
      className={styles.grip}
      title={strings.moveHint}
      aria-label={strings.moveItem(name)}
      onKeyDown={(event) => stepByKey(event, onStep)}
      {...grip}
    >
      <GripVertical size={13} aria-hidden="true" />
    </button>
  )
}

function FoldButton({ name, isOpen, readsOnly, problems, onFold, onStep }: CardProps & { problems: number }) {
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      data-head=""
      className={styles.fold}
      aria-expanded={isOpen}
      aria-keyshortcuts={readsOnly ? undefined : 'Alt+ArrowUp Alt+ArrowDown'}
      onKeyDown={(event) => !readsOnly && stepByKey(event, onStep)}
      onClick={() => onFold(!isOpen)}
    >
      <Chevron size={14} aria-hidden="true" />
      <span className="truncate">{name}</span>
      {problems > 0 && <span className={styles.wrong}>{strings.problems(problems)}</span>}
    </button>
  )
}

function stepByKey(event: KeyboardEvent, onStep: (step: number) => void): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!event.altKey || step === undefined) return
  event.preventDefault()
  onStep(step)
}
