import { type ReactNode, useRef, useState } from 'react'
import styles from './Media.module.css'
import * as strings from './strings.ts'

/** Takes files that are dropped on what is inside of it. */
export function UploadZone({
  disabled,
  onFiles,
  children,
}: {
  disabled: boolean
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}) {
  const [over, setOver] = useState(false)
  const takes = (event: React.DragEvent) => !disabled && event.dataTransfer.types.includes('Files')
  return (
    <section
      className={styles.zone}
      aria-label={strings.media}
      onDragOver={(event) => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!takes(event)) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {over && <div className={styles.drop}>{strings.dropToUpload}</div>}
    </section>
  )
}

/** A chooser of files, and what opens it. */
export function useFileChooser(
  onFiles: (files: readonly File[]) => void,
  {
    accept,
    multiple = true,
    label = strings.filesToUpload,
  }: { accept?: string; multiple?: boolean; label?: string } = {},
) {
  const input = useRef<HTMLInputElement>(null)
  return {
    open: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    ),
  }
}
