import type { MediaEntry } from '@atelier/site'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { MediaPicker } from '../../../media/MediaPicker.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useEditor } from '../session/context.ts'
import styles from './Media.module.css'
import { Grid, useMedia } from './MediaPanel.tsx'
import { foundPictures } from './shown.ts'
import * as strings from './strings.ts'
import { uploadsOf } from './uploads.ts'

export interface ImagePickerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onPick: (entry: MediaEntry) => void
}

/** One picture of the media, or a new one. */
export function ImagePicker({ open, onOpenChange, onPick }: ImagePickerProps) {
  const uploads = uploadsOf(useEditor())
  const { entries } = useMedia()
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<string>()
  const shown = foundPictures(entries, search)
  const take = (id: string | undefined) => {
    const entry = entries.find((each) => each.id === id)
    if (!entry) return
    onPick(entry)
    onOpenChange(false)
  }
  const send = async (files: readonly File[]) => {
    const [id] = await uploads.send(files, '')
    if (id !== undefined) setSelected(id)
  }
  return (
    <MediaPicker
      open={open}
      onOpenChange={onOpenChange}
      title={strings.chooseAPicture}
      confirm={strings.useThisPicture}
      onlyPictures
      chooserLabel={strings.pictureToUpload}
      uploads={uploads}
      onFiles={send}
      canTake={selected !== undefined}
      onTake={() => take(selected)}
      filter={
        <TextField
          label={strings.searchThePictures}
          hideLabel
          type="search"
          placeholder={strings.search}
          leading={<Search size={14} aria-hidden="true" />}
          value={search}
          className={styles.pickSearch}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      }
    >
      <div className={styles.pickGrid}>
        {shown.length === 0 ? (
          <EmptyState title={search === '' ? strings.noPicturesYet : strings.nothingFound}>
            {search === '' ? strings.noPicturesHint : strings.noPictureMatches(search)}
          </EmptyState>
        ) : (
          <Grid entries={shown.slice(0, 240)} selected={selected} onSelect={setSelected} onTake={take} />
        )}
      </div>
    </MediaPicker>
  )
}
