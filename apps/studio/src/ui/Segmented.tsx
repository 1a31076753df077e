import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'
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

/** One of a few, all in sight. An option with an icon shows only the icon; its label is spoken. */
export function Segmented<Value extends string>({ label, value, onChange, options }: SegmentedProps<Value>) {
  return (
    <ToggleGroup
      className={styles.segmented}
      aria-label={label}
      value={[value]}
      onValueChange={([next]) => next !== undefined && onChange(next)}
    >
      {options.map((option) => {
        const toggle = (
          <Toggle
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            className={styles.segment}
            aria-label={option.icon ? option.label : undefined}
          >
            {option.icon ?? option.label}
          </Toggle>
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
    </ToggleGroup>
  )
}
