import { ConfirmDialog } from '../ui/Dialog.tsx'
import * as strings from './strings.ts'
import { type MediaUse, UsesList } from './UsesList.tsx'

export interface DeleteFileProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  name: string
  /** The places that use it; undefined while they are read. */
  uses: readonly MediaUse[] | undefined
  /** Deletes it; returns why that failed. */
  onDelete: () => Promise<string | undefined>
}

/** Asks whether a file is deleted, and says which places will show nothing then. */
export function DeleteFile({ open, onOpenChange, name, uses, onDelete }: DeleteFileProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={strings.deleteTitle(name)}
      confirm={strings.deleteFile}
      danger
      onConfirm={onDelete}
    >
      {!uses ? strings.loadingUses : uses.length === 0 ? strings.unused : strings.deleteUsed(uses.length)}
      {uses && uses.length > 0 && <UsesList uses={uses} plain />} {strings.deleteEffect}
    </ConfirmDialog>
  )
}
