import type { MediaEntry } from '@atelier/site'
import { Search, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { UploadList } from '../../../media/UploadList.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
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
  const session = useEditor()
  const uploads = uploadsOf(session)
  const { entries } = useMedia()
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<string>()
  const chooser = useRef<HTMLInputElement>(null)
  const shown = foundPictures(entries, search)
  const take = (id: string | undefined) => {
    const entry = entries.find((each) => each.id === id)
    if (!entry) return
    onPick(entry)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={strings.chooseAPicture}
      footer={
        <>
          <Button icon={<Upload size={14} />} onClick={() => chooser.current?.click()}>
            {strings.upload}
          </Button>
          <Button variant="primary" disabled={selected === undefined} onClick={() => take(selected)}>
            {strings.useThisPicture}
          </Button>
        </>
      }
    >
      <div className="grid gap-8">
        <label className={styles.search}>
          <Search size={13} />
          <input
            type="search"
            aria-label={strings.searchThePictures}
            placeholder={strings.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
        <UploadList uploads={uploads} />
        <div className={styles.pickGrid}>
          {shown.length === 0 ? (
            <EmptyState title={search === '' ? strings.noPicturesYet : strings.nothingFound}>
              {search === '' ? strings.noPicturesHint : strings.noPictureMatches(search)}
            </EmptyState>
          ) : (
            <Grid entries={shown.slice(0, 240)} selected={selected} onSelect={setSelected} onTake={take} />
          )}
        </div>
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          hidden
          aria-label={strings.pictureToUpload}
          onChange={async (event) => {
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            const [id] = await uploads.send(files, '')
            if (id !== undefined) setSelected(id)
          }}
        />
      </div>
    </Dialog>
  )
}
