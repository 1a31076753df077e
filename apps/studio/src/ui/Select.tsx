import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import { cx } from './cx.ts'
import fieldStyles from './Field.module.css'
import styles from './popup.module.css'

export interface SelectOption {
  value: string
  label: string
  hint?: string
  disabled?: boolean
  /** Options with the same group are listed together under its name. */
  group?: string
}

export interface SelectProps {
  label: string
  hideLabel?: boolean
  value: string | null
  onChange: (value: string) => void
  options: readonly SelectOption[]
  placeholder?: string
  size?: 'sm' | 'md' | 'lg'
  variant?: 'field' | 'quiet'
  disabled?: boolean
  className?: string
  hint?: string
}

/** One of a list. */
export function Select({
  label,
  hideLabel = false,
  value,
  onChange,
  options,
  placeholder = 'Choose…',
  size = 'md',
  variant = 'field',
  disabled = false,
  className,
  hint,
}: SelectProps) {
  const id = useId()
  const groups = Map.groupBy(options, (option) => option.group ?? '')
  return (
    <div className={cx(fieldStyles.field, className)}>
      <span id={id} className={hideLabel ? 'visually-hidden' : fieldStyles.label}>
        {label}
      </span>
      <Base.Root
        items={options.map(({ value, label }) => ({ value, label }))}
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
        disabled={disabled}
      >
        <Base.Trigger
          className={cx(
            styles.trigger,
            size === 'sm' && styles.sm,
            size === 'lg' && styles.lg,
            variant === 'quiet' && styles.quiet,
          )}
          aria-labelledby={id}
        >
          <Base.Value className={styles.value} placeholder={placeholder} />
          <Base.Icon className="rigid color-faint">
            <ChevronsUpDown size={13} />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false} align="start">
            <Base.Popup className={styles.popup}>
              {[...groups].map(([group, members]) => (
                <Base.Group key={group}>
                  {group && <Base.GroupLabel className={styles.group}>{group}</Base.GroupLabel>}
                  {members.map((option) => (
                    <Base.Item
                      key={option.value}
                      value={option.value}
                      disabled={option.disabled}
                      className={styles.item}
                    >
                      <span className="grow min-w-0">
                        <Base.ItemText className="block truncate">{option.label}</Base.ItemText>
                        {option.hint && <span className={styles.hint}>{option.hint}</span>}
                      </span>
                      <span className={styles.check}>
                        <Base.ItemIndicator>
                          <Check size={14} />
                        </Base.ItemIndicator>
                      </span>
                    </Base.Item>
                  ))}
                </Base.Group>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {hint && <p className={fieldStyles.hint}>{hint}</p>}
    </div>
  )
}
