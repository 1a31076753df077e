import type { EntryField } from '../../entry/fieldDefinition.ts'

/** A control for one short value. */
export interface ControlProps {
  field: EntryField
  label: string
  /** Empty if there is none. */
  text: string
  onText: (text: string) => void
  onLeave: () => void
  error: string | undefined
  hint: string | undefined
  readsOnly: boolean
}
