import { Segmented } from '../../ui/index.ts'
import styles from './ModelPicker.module.css'
import * as strings from './texts/strings.ts'

export type ThinkingPick = 'off' | 'low' | 'medium' | 'high'

const options = [
  { value: 'auto', label: strings.auto, tooltip: strings.asTheProviderDoesByItself },
  { value: 'off', label: strings.off },
  { value: 'low', label: strings.low },
  { value: 'medium', label: strings.medium },
  { value: 'high', label: strings.high, tooltip: strings.slowerAndDearer },
] as const

/** The thinking effort of the chat's model. */
export function ThinkingControl({
  value,
  onChange,
}: {
  value: string | undefined
  /** Null for the provider's own way. */
  onChange: (value: ThinkingPick | null) => void
}) {
  const chosen = options.find((option) => option.value === value)?.value ?? 'auto'
  return (
    <div className={styles.thinking}>
      <span>{strings.thinking}</span>
      <Segmented
        label={strings.thinking}
        value={chosen}
        options={options}
        onChange={(next) => onChange(next === 'auto' ? null : next)}
      />
    </div>
  )
}
