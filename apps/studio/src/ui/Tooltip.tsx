import { cloneElement, type ReactElement } from 'react'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

export interface TooltipProps {
  label: string
  /** As for `Kbd`: `mod+k`. */
  shortcut?: string
  side?: TooltipSide
  /** One element that passes unknown props on to its DOM node, such as a button. */
  children: ReactElement<Record<string, unknown>>
}

/**
 * Says what a control does, and its shortcut, on hover and on keyboard focus. The control keeps its own accessible name.
 * It only marks the control: one `TooltipLayer` shows the tooltips of the whole application, so that a control costs nothing.
 */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  return cloneElement(children, { 'data-tooltip': label, 'data-shortcut': shortcut, 'data-tooltip-side': side })
}
