import { Segmented } from '../../ui/index.ts'
import styles from './ModelPicker.module.css'

export type ThinkingPick = 'off' | 'low' | 'medium' | 'high'

const options = [
  { value: 'auto', label: 'Auto', tooltip: 'As the provider does by itself' },
  { value: 'off', label: 'Off' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High', tooltip: 'Slower and dearer' },
] as const

/** How much the chat's model is asked to think before it answers. */
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
      <span>Thinking</span>
      <Segmented
        label="Thinking"
        value={chosen}
        options={options}
        onChange={(next) => onChange(next === 'auto' ? null : next)}
      />
    </div>
  )
}
