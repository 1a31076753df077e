import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from '../ui/cx.ts'
import styles from './Library.module.css'
import * as strings from './strings.ts'

/** Takes files that are dropped on its content. */
export function UploadZone({
  disabled = false,
  folder = '',
  onFiles,
  className,
  children,
}: {
  disabled?: boolean
  /** Where they are put; the root is the empty text. */
  folder?: string
  onFiles: (files: readonly File[]) => void
  className?: string
  children: ReactNode
}) {
  const [over, setOver] = useState(false)
  const takes = (event: DragEvent) => !disabled && event.dataTransfer.types.includes('Files')
  return (
    <section
      className={cx('column min-w-0 min-h-0 relative', className)}
      aria-label={strings.media}
      onDragOver={(event) => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!takes(event)) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {over && <div className={styles.drop}>{strings.dropToUpload(folder)}</div>}
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
