import type { ReactNode } from 'react'
import { stepFocus } from './stepFocus.ts'
import styles from './Tabs.module.css'
import { Tooltip } from './Tooltip.tsx'

export interface SegmentedProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly {
    value: Value
    label: string
    icon?: ReactNode
    tooltip?: string
    shortcut?: string
    disabled?: boolean
  }[]
}

/** One of a few, all in sight; arrow keys walk them. An option with an icon shows only the icon; its label is spoken. */
export function Segmented<Value extends string>({ label, value, onChange, options }: SegmentedProps<Value>) {
  const isChosen = options.some((option) => option.value === value)
  return (
    <fieldset
      className={styles.segmented}
      aria-label={label}
      onKeyDown={(event) => stepFocus(event, 'button:not(:disabled)')}
    >
      {options.map((option, index) => {
        const toggle = (
          <button
            key={option.value}
            type="button"
            disabled={option.disabled}
            className={styles.segment}
            aria-pressed={option.value === value}
            aria-label={option.icon ? option.label : undefined}
            tabIndex={option.value === value || (!isChosen && index === 0) ? 0 : -1}
            onClick={() => onChange(option.value)}
          >
            {option.icon ?? option.label}
          </button>
        )
        const tooltip = option.tooltip ?? (option.icon ? option.label : undefined)
        return tooltip ? (
          <Tooltip key={option.value} label={tooltip} shortcut={option.shortcut}>
            {toggle}
          </Tooltip>
        ) : (
          toggle
        )
      })}
    </fieldset>
  )
}
