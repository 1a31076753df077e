import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { Kbd } from './Kbd.tsx'
import styles from './Tooltip.module.css'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

export interface TooltipProps {
  label: string
  /** As for `Kbd`: `mod+k`. */
  shortcut?: string
  side?: TooltipSide
  /** One element that takes props and a ref, such as a button. */
  children: ReactElement<Record<string, unknown>>
}

/** Says what a control does, and its shortcut, on hover and on keyboard focus. The control keeps its own accessible name. */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            {label}
            {shortcut && <Kbd shortcut={shortcut} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Stands once around the application: neighbouring tooltips open at once after the first. */
export const TooltipProvider = Base.Provider
