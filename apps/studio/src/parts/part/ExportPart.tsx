import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { errorOf } from '../../api/client.ts'
import { type ExportFormat, exportFormats, partFileQuery } from '../../api/parts.ts'
import { useStore } from '../../documents/store.ts'
import { Button, Dialog, ErrorNote, IconButton, useCompact } from '../../ui/index.ts'
import { usePart } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './Part.module.css'
import { bytesText } from './words.ts'

/** Writes the part as a file of a format that one chooses. */
export function ExportPart() {
  const { build } = usePart()
  const compact = useCompact()
  const [open, setOpen] = useState(false)
  const isEmpty = !build || build.measures.bodies === 0
  const name = build?.name ?? strings.part
  return (
    <>
      {compact ? (
        <IconButton label={strings.exportPart} disabled={isEmpty} onClick={() => setOpen(true)}>
          <Download size={16} />
        </IconButton>
      ) : (
        <Button icon={<Download size={14} />} disabled={isEmpty} onClick={() => setOpen(true)}>
          {strings.exportPart}
        </Button>
      )}
      <Dialog open={open} onOpenChange={setOpen} title={strings.exportTitle(name)}>
        <Formats name={name} />
      </Dialog>
    </>
  )
}

/** The file is made as soon as its format is chosen, so that its size is known before it is kept. */
function Formats({ name }: { name: string }) {
  const { session } = usePart()
  const [format, setFormat] = useState<ExportFormat>('step')
  const revision = useStore(session.revision, (value) => value)
  const file = useQuery(partFileQuery(session.projectId, session.partId, format, revision))
  return (
    <div className="grid one-column gap-16">
      <fieldset className={styles.formats} aria-label={strings.format}>
        {exportFormats.map((each) => (
          <label key={each} className={styles.format}>
            <input type="radio" name="format" checked={each === format} onChange={() => setFormat(each)} />
            <span className="font-medium">{strings.formats[each].label}</span>
            <span className="color-secondary">{strings.formats[each].hint}</span>
          </label>
        ))}
      </fieldset>
      {file.error && <ErrorNote title={strings.notExported}>{errorOf(file.error).message}</ErrorNote>}
      <Button
        variant="primary"
        size="lg"
        busy={file.isFetching}
        disabled={!file.data}
        icon={<Download size={15} />}
        onClick={() => file.data && keep(file.data, `${name}.${format}`)}
      >
        {file.data ? strings.download(bytesText(file.data.size)) : strings.preparing}
      </Button>
    </div>
  )
}

/** Hands a file to the browser's downloads. */
function keep(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
