import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './Library.module.css'
import * as strings from './strings.ts'
import { UploadList } from './UploadList.tsx'
import { UploadZone, useFileChooser } from './UploadZone.tsx'
import type { Uploads } from './uploads.ts'

export interface MediaPickerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The handler of the selected file. */
  confirm: string
  /** Only pictures can be uploaded. */
  onlyPictures?: boolean
  /** The label of the file chooser, if it is not for any file. */
  chooserLabel?: string
  uploads: Uploads
  /** Uploads files and selects the first. */
  onFiles: (files: readonly File[]) => void
  canTake: boolean
  onTake: () => void
  /** The search above the files. */
  filter: ReactNode
  /** The files. */
  children: ReactNode
}

/** One file of the library, or a new one. */
export function MediaPicker({
  open,
  onOpenChange,
  title,
  confirm,
  onlyPictures = false,
  chooserLabel,
  uploads,
  onFiles,
  canTake,
  onTake,
  filter,
  children,
}: MediaPickerProps) {
  const chooser = useFileChooser(onFiles, {
    ...(onlyPictures ? { accept: 'image/*' } : {}),
    ...(chooserLabel === undefined ? {} : { label: chooserLabel }),
  })
  return (
    <Dialog
      open={open}
      wide
      onOpenChange={onOpenChange}
      title={title}
      footer={
        <>
          <Button icon={<Upload size={14} />} onClick={chooser.open}>
            {strings.upload}
          </Button>
          <Button variant="primary" disabled={!canTake} onClick={onTake}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className={styles.picker}>
        <UploadZone className="grow" onFiles={onFiles}>
          {filter}
          <UploadList uploads={uploads} />
          {children}
          {chooser.input}
        </UploadZone>
      </div>
    </Dialog>
  )
}
