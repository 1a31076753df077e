import {
  Bot,
  BotOff,
  Box,
  ChevronRight,
  Component,
  Eye,
  EyeOff,
  Heading,
  Image,
  LayoutTemplate,
  Link2,
  List,
  Lock,
  LockOpen,
  MonitorOff,
  RectangleHorizontal,
  Repeat,
  SquareMousePointer,
  TriangleAlert,
  Type as TypeIcon,
} from 'lucide-react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import { RenameField } from '../fields/RenameField.tsx'
import type { LayerRow } from '../model/rows.ts'
import styles from './Navigator.module.css'
import type { NodeProblem } from './problems.ts'
import * as strings from './strings.ts'

// Elements that are made once: a row that is rendered again leaves them as they are.
const icons: { kinds: RegExp; icon: ReactNode }[] = [
  { kinds: /^(text|p|span|blockquote|strong|em|small)$/, icon: <TypeIcon size={13} /> },
  { kinds: /^h[1-6]$/, icon: <Heading size={13} /> },
  { kinds: /^(img|picture|svg|video|figure)$/, icon: <Image size={13} /> },
  { kinds: /^a$/, icon: <Link2 size={13} /> },
  { kinds: /^(ul|ol|li|dl|nav)$/, icon: <List size={13} /> },
  { kinds: /^(button|input|select|textarea|form|label)$/, icon: <SquareMousePointer size={13} /> },
  { kinds: /^component$/, icon: <Component size={13} /> },
  { kinds: /^loop$/, icon: <Repeat size={13} /> },
  { kinds: /^(outlet|slot)$/, icon: <LayoutTemplate size={13} /> },
  { kinds: /^(section|header|footer|main|article|aside|body)$/, icon: <RectangleHorizontal size={13} /> },
]

const box = <Box size={13} />
const iconOf = (kind: string): ReactNode => icons.find(({ kinds }) => kinds.test(kind))?.icon ?? box

const chevron = <ChevronRight size={12} />
const shut = <Lock size={12} />
const unshut = <LockOpen size={12} />
const agentShut = <BotOff size={12} />
const agentFree = <Bot size={12} />
const unseen = <EyeOff size={12} />
const seen = <Eye size={12} />

/** The id of a layer's line in the window. */
export const rowId = (nodeId: string | undefined) => `layer-${nodeId}`

export interface LayerItemProps extends ComponentPropsWithoutRef<'div'> {
  row: LayerRow
  /** From the top of the list, in CSS pixels. */
  top: number
  isRoot: boolean
  isSelected: boolean
  isRenaming: boolean
  /** On the canvas. */
  isLocked: boolean
  isLockedForAgent: boolean
  isHiddenHere: boolean
  problem: NodeProblem | undefined
  onFold: () => void
  /** With the new name, or undefined if it stays. */
  onRenamed: (name: string | undefined) => void
  onHide: () => void
  onHideHere: () => void
  onLock: () => void
  onLockForAgent: () => void
  /** The actions on it. */
  actions: ReactNode
}

/** One line of the layers. */
export function LayerItem({
  row,
  top,
  isRoot,
  isSelected,
  isRenaming,
  isLocked,
  isLockedForAgent,
  isHiddenHere,
  problem,
  onFold,
  onRenamed,
  onHide,
  onHideHere,
  onLock,
  onLockForAgent,
  actions,
  ...rest
}: LayerItemProps) {
  const isPart = row.kind === 'component' || row.kind === 'loop'
  return (
    <div
      {...rest}
      id={rowId(row.id)}
      role="treeitem"
      tabIndex={-1}
      aria-label={layerName(row, { isLocked, isLockedForAgent, isHiddenHere })}
      aria-level={row.depth + 1}
      aria-selected={isSelected}
      aria-expanded={row.branch ? row.open : undefined}
      className={cx(styles.row, styles.layer)}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: 2 + row.depth * 12 }}
      data-selected={isSelected || undefined}
      data-hidden={row.hidden || isHiddenHere || undefined}
      onKeyDown={() => undefined}
    >
      {row.branch ? (
        <button
          type="button"
          className={styles.twist}
          data-open={row.open || undefined}
          tabIndex={-1}
          aria-label={row.open ? strings.fold : strings.unfold}
          onClick={(event) => {
            event.stopPropagation()
            onFold()
          }}
        >
          {chevron}
        </button>
      ) : (
        <span className={styles.twist} />
      )}
      <span className={styles.icon} data-part={isPart || undefined}>
        {iconOf(row.kind)}
      </span>
      {isRenaming ? (
        <RenameField label={strings.nameOfTheLayer} value={row.title} onDone={onRenamed} />
      ) : (
        <span className={styles.title}>{row.title}</span>
      )}
      {row.title !== row.kind && (
        <>
          {/* The name that is spoken holds the same words, so they are two words here as well. */}{' '}
          <span className={styles.kind} data-part={isPart || undefined}>
            {row.kind}
          </span>
        </>
      )}
      {problem && (
        <span
          className={styles.problem}
          data-worst={problem.severity}
          role="img"
          aria-label={problem.text}
          title={problem.text}
        >
          <TriangleAlert size={12} />
        </span>
      )}
      {!isRenaming && (!isRoot || isLockedForAgent) && (
        <Switch
          on={isLockedForAgent}
          label={isLockedForAgent ? strings.unlockForTheAgent : strings.lockForTheAgent}
          onClick={onLockForAgent}
        >
          {isLockedForAgent ? agentShut : agentFree}
        </Switch>
      )}
      {!isRoot && !isRenaming && (
        <>
          {isHiddenHere && (
            <Switch on label={strings.showHereAgain} onClick={onHideHere}>
              <MonitorOff size={12} />
            </Switch>
          )}
          <Switch on={isLocked} label={isLocked ? strings.unlock : strings.lock} onClick={onLock}>
            {isLocked ? shut : unshut}
          </Switch>
          <Switch on={row.hidden} label={row.hidden ? strings.publishAgain : strings.leaveOut} onClick={onHide}>
            {row.hidden ? unseen : seen}
          </Switch>
        </>
      )}
      {actions}
    </div>
  )
}

/** A line's accessible name. */
function layerName(
  { title, kind, hidden }: LayerRow,
  { isLocked, isLockedForAgent, isHiddenHere }: { isLocked: boolean; isLockedForAgent: boolean; isHiddenHere: boolean },
): string {
  const states = [
    hidden && strings.notPublished,
    isHiddenHere && strings.hiddenHere,
    isLocked && strings.locked,
    isLockedForAgent && strings.lockedForTheAgent,
  ]
  return [title === kind ? kind : `${title} ${kind}`, ...states.filter((each) => each !== false)].join(', ')
}

interface SwitchProps {
  on: boolean
  label: string
  onClick: () => void
  children: ReactNode
}

/** A small button at the end of a line; without a state of its own it is shown only on hover. */
function Switch({ on, label, onClick, children }: SwitchProps) {
  return (
    <button
      type="button"
      className={styles.switch}
      data-on={on || undefined}
      tabIndex={-1}
      aria-label={label}
      title={label}
      onDoubleClick={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation()
        onClick()
      }}
    >
      {children}
    </button>
  )
}
