import { FileUp, Upload } from 'lucide-react'
import { useState } from 'react'
import { useFileChooser } from '../../media/UploadZone.tsx'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, ErrorNote } from '../../ui/index.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import styles from './Import.module.css'
import { ImportPlan } from './ImportPlan.tsx'
import * as strings from './strings.ts'
import { useImportFile } from './useImportFile.ts'

/** Entries from a file: chosen or dropped, its columns mapped, its rows shown, and only then written. */
export function ImportRoom({ overview }: { overview: ContentOverview }) {
  const { project, place, readsOnly } = useContent()
  const [over, setOver] = useState(false)
  const { reading, read, readAs, thread, clear } = useImportFile()
  const chooser = useFileChooser(([file]) => file && read(file), {
    multiple: false,
    accept: '.csv,.tsv,.txt,.json,text/csv,application/json',
    label: strings.fileToImport,
  })
  const model = overview.models.find(({ id }) => id === place.model)
  const takes = (event: React.DragEvent) => !readsOnly && event.dataTransfer.types.includes('Files')
  return (
    <main className="grow min-h-0 overflow-auto bg-surface">
      <section
        className={styles.column}
        aria-label={strings.importFile}
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
          const [file] = event.dataTransfer.files
          if (file) read(file)
        }}
      >
        <Link to={paths.content(project.id, model ? { model: model.id } : {})} className="self-start quiet">
          {model ? strings.backTo(model.name) : strings.backToModels}
        </Link>
        <h1 className="type-title">{model ? strings.importInto(model.name) : strings.importFile}</h1>
        {reading.state === 'failed' && <ErrorNote title={reading.title}>{reading.hint}</ErrorNote>}
        {(reading.state === 'none' || reading.state === 'failed') && (
          <div className={styles.drop} data-over={over || undefined}>
            <FileUp size={22} aria-hidden="true" />
            <p className="m-0 type-heading color-text">{strings.dropHere}</p>
            <p className={styles.text}>{strings.hint}</p>
            <Button variant="primary" icon={<Upload size={15} />} disabled={readsOnly} onClick={chooser.open}>
              {strings.chooseFile}
            </Button>
            <p className={styles.text}>{strings.limits}</p>
          </div>
        )}
        {reading.state === 'reading' && (
          <div className="grid justify-items-start gap-12 tabular-nums" role="status">
            <span>{strings.readShare(reading.fraction)}</span>
            <progress className={styles.progress} aria-label={strings.reading} max={1} value={reading.fraction} />
          </div>
        )}
        {reading.state === 'read' && (
          <ImportPlan
            key={`${reading.name} ${reading.file.encoding} ${reading.file.delimiter}`}
            overview={overview}
            given={model}
            name={reading.name}
            file={reading.file}
            onReadAs={readAs}
            thread={thread}
            onAnother={clear}
          />
        )}
        {chooser.input}
      </section>
    </main>
  )
}
