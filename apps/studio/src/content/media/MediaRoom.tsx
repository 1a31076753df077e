import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { UploadList } from '../../media/UploadList.tsx'
import { UploadZone, useFileChooser } from '../../media/UploadZone.tsx'
import { useSearchParam } from '../../navigation/context.ts'
import { Button } from '../../ui/index.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import { contentUploads } from './contentUploads.ts'
import { FileDetails } from './FileDetails.tsx'
import { FilterBar } from './FilterBar.tsx'
import { FromUrl } from './FromUrl.tsx'
import { LibraryGrid } from './LibraryGrid.tsx'
import styles from './Media.module.css'
import * as strings from './strings.ts'
import { useFilter } from './useFilter.ts'
import { useLibrary } from './useLibrary.ts'

/** The file in the address is shown first; another one in the address, such as one that was searched, is shown then. */
function useSelectedFile() {
  const asked = useSearchParam('file')
  const [of, setOf] = useState(asked)
  const [selected, setSelected] = useState(asked)
  if (asked !== of) {
    setOf(asked)
    if (asked !== undefined) setSelected(asked)
  }
  return [selected, setSelected] as const
}

/** The files of the project: found, described, put in, replaced and taken out. */
export function MediaRoom({ overview }: { overview: ContentOverview }) {
  const { session, project, readsOnly } = useContent()
  const queries = useQueryClient()
  const uploads = contentUploads(session, queries)
  const [filter, setFilter] = useFilter(project.id)
  const [selected, setSelected] = useSelectedFile()
  const library = useLibrary(filter)
  const send = async (files: readonly File[]) => {
    const ids = await uploads.send(files, '')
    if (ids.length === 1) setSelected(ids[0])
  }
  const chooser = useFileChooser(send)
  const add = (
    <>
      <FromUrl onAdded={setSelected} />
      <Button variant="primary" icon={<Upload size={15} />} onClick={chooser.open}>
        {strings.upload}
      </Button>
    </>
  )
  return (
    <main className={styles.room} data-open={selected !== undefined || undefined}>
      <UploadZone className={styles.zone} disabled={readsOnly} onFiles={send}>
        <div className={styles.head}>
          <h1 className="type-title">{strings.media}</h1>
          {library.total !== undefined && <span className={styles.count}>{strings.filesCount(library.total)}</span>}
          <span className="grow" />
          {!readsOnly && add}
        </div>
        <FilterBar filter={filter} onFilter={setFilter} tags={library.tags} />
        <UploadList uploads={uploads} />
        <LibraryGrid
          library={library}
          filter={filter}
          onFilter={setFilter}
          selected={selected}
          onSelect={({ id }) => setSelected(id)}
          onTake={({ id }) => setSelected(id)}
          add={readsOnly ? undefined : add}
        />
        {chooser.input}
      </UploadZone>
      {selected !== undefined && (
        <FileDetails
          key={selected}
          id={selected}
          known={library.find(selected)}
          locales={overview.locales?.supported ?? []}
          onOpen={setSelected}
          onClose={() => setSelected(undefined)}
        />
      )}
    </main>
  )
}
