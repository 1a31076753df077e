import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './popup.module.css'

export interface PopoverProps {
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  title?: string
  /** Names it for those who do not see it; a popover without a title needs one. */
  label?: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  /** No padding of its own: for lists and tables. */
  bare?: boolean
  className?: string
}

/** More about something, next to it. Closes on Escape and on a press outside. */
export function Popover({
  trigger,
  children,
  title,
  label,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  bare = false,
  className,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} side={side} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup
            aria-label={title === undefined ? label : undefined}
            className={cx(styles.popup, styles.panel, bare && styles.bare, className)}
          >
            {title && <Base.Title className={styles.title}>{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
