import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './Button.module.css'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'
import { Tooltip, type TooltipSide } from './Tooltip.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'agent'
export type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** `primary` once per view at most; `agent` starts or continues a run; `danger` only inside a confirmation. */
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** Work is in progress: the icon turns into a spinner and a second press does nothing. */
  busy?: boolean
  full?: boolean
}

/** A button with a verb on it. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  busy = false,
  full = false,
  className,
  disabled,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cx(styles.button, styles[variant], styles[size], full && styles.full, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner size={14} /> : icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label'> {
  /** Its action: the accessible name and the tooltip. */
  label: string
  /** Shown in the tooltip, as for `Tooltip`. */
  shortcut?: string
  size?: 'sm' | 'md'
  /** Given: a toggle, with `aria-pressed`. */
  pressed?: boolean
  tone?: 'hand' | 'agent'
  tooltipSide?: TooltipSide
  variant?: 'quiet' | 'secondary' | 'primary' | 'agent' | 'danger'
}

/** A square button with an icon; its label is spoken and shown as a tooltip. */
export function IconButton({
  label,
  shortcut,
  size = 'md',
  pressed,
  tone = 'hand',
  tooltipSide,
  variant = 'quiet',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut} side={tooltipSide}>
      <button
        type={type}
        className={cx(styles.button, styles[variant], styles.icon, size === 'sm' && styles.sm, className)}
        aria-label={label}
        aria-pressed={pressed}
        data-tone={tone}
        {...rest}
      />
    </Tooltip>
  )
}
