import type { EntryField } from '../../entry/fieldDefinition.ts'

export interface FieldControlProps {
  field: EntryField
  text: string
  /** The same at this moment, which may not be rendered yet. */
  textNow: () => string
  /** @param over what the control showed before, where it is not `text` */
  onText: (text: string, over?: string) => void
  /** The control was left. */
  onLeave: () => void
  error: string | undefined
  hint: string | undefined
  readsOnly: boolean
}

/** A control for one short value. */
export interface ControlProps extends Omit<FieldControlProps, 'textNow'> {
  label: string
}
