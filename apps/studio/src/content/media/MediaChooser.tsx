import type { LibraryFile } from '@atelier/api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryFilter } from '../../api/media.ts'
import { MediaPicker } from '../../media/MediaPicker.tsx'
import { useContent } from '../session/context.ts'
import { contentUploads } from './contentUploads.ts'
import { FilterBar } from './FilterBar.tsx'
import { LibraryGrid } from './LibraryGrid.tsx'
import * as strings from './strings.ts'
import { useLibrary } from './useLibrary.ts'

export interface MediaChooserProps {
  /** Its purpose, such as the name of a field. */
  label: string
  /** Only files of this kind; of any if absent. */
  kind?: LibraryFilter['kind']
  onChoose: (file: Pick<LibraryFile, 'path' | 'name' | 'alt'>) => void
  onClose: () => void
}

/** One file of the library, or a new one. */
export function MediaChooser({ label, kind, onChoose, onClose }: MediaChooserProps) {
  const { session } = useContent()
  const queries = useQueryClient()
  const uploads = contentUploads(session, queries)
  const base: LibraryFilter = kind === undefined ? {} : { kind }
  const [filter, setFilter] = useState(base)
  const [selected, setSelected] = useState<LibraryFile>()
  const [fresh, setFresh] = useState<string>()
  const library = useLibrary(filter)
  // A file uploaded here comes first once the library has been read again.
  const first = library.at(0)
  if (fresh !== undefined && first?.id === fresh) {
    setFresh(undefined)
    setSelected(first)
  }
  const send = async (files: readonly File[]) => {
    setFilter(base)
    const [id] = await uploads.send(files, '')
    if (id !== undefined) setFresh(id)
  }
  const take = (file: LibraryFile) => {
    onChoose(file)
    onClose()
  }
  return (
    <MediaPicker
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.chooseFor(label)}
      confirm={strings.useFile}
      onlyPictures={kind === 'image'}
      uploads={uploads}
      onFiles={send}
      canTake={selected !== undefined}
      onTake={() => selected && take(selected)}
      filter={<FilterBar filter={filter} onFilter={setFilter} tags={library.tags} only={kind} />}
    >
      <LibraryGrid
        library={library}
        filter={withoutKind(filter, kind)}
        onFilter={() => setFilter(base)}
        selected={selected?.id}
        onSelect={setSelected}
        onTake={take}
      />
    </MediaPicker>
  )
}

/** The filter beside the kind that is given: an empty library of pictures is not a filter that hides them. */
function withoutKind({ kind: _, ...rest }: LibraryFilter, given: LibraryFilter['kind']): LibraryFilter {
  return given === undefined && _ !== undefined ? { ...rest, kind: _ } : rest
}
