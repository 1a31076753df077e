import { Popover as Base } from '@base-ui/react/popover'
import { cx } from './cx.ts'
import type { PopoverProps } from './Popover.tsx'
import styles from './popup.module.css'
import { useReturnFocus } from './useReturnFocus.ts'

/** The popover itself, open when it is first mounted, with its code of positioning and focus; `Popover` loads it. */
export function PopoverContent({
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
  const { button, popup, finalFocus } = useReturnFocus()
  return (
    <Base.Root
      defaultOpen
      open={open}
      onOpenChange={(next, details) => {
        // A list that a control in it has opened stands elsewhere in the page: choosing from it is no press outside.
        const { target } = details.event
        if (
          !next &&
          details.reason === 'outside-press' &&
          target instanceof Element &&
          target.closest('[role=listbox]')
        )
          return details.cancel()
        onOpenChange?.(next)
      }}
    >
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} side={side} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup
            ref={popup}
            finalFocus={finalFocus}
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
