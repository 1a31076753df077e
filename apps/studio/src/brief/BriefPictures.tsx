import { ImagePlus, Stamp, X } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '../ui/index.ts'
import styles from './BriefDialog.module.css'
import * as strings from './strings.ts'

/** Pictures of the business, which go into the media library before the plan is made. */
export function BriefPictures({
  files,
  logo,
  onChange,
  onLogo,
}: {
  files: readonly File[]
  /** The one of them that is the logo. */
  logo: File | undefined
  onChange: (files: File[]) => void
  onLogo: (logo: File | undefined) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const add = (added: readonly File[]) => onChange([...files, ...added].slice(0, strings.MOST_PICTURES))
  return (
    <div className={styles.pictures}>
      <Button size="sm" disabled={files.length >= strings.MOST_PICTURES} onClick={() => input.current?.click()}>
        <ImagePlus size={14} />
        {strings.addPictures}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/*"
        aria-label={strings.pictures}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])])
          // The same file may be picked again after it was taken out.
          event.currentTarget.value = ''
        }}
      />
      {files.length === 0 ? (
        <span className="quiet">{strings.picturesHint}</span>
      ) : (
        <ul className={styles.files} aria-label={strings.pictures}>
          {files.map((file, at) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className={styles.file}>
              <span className="truncate">{file.name}</span>
              <IconButton
                size="sm"
                label={strings.pictureIsLogo(file.name)}
                aria-pressed={logo === file}
                onClick={() => onLogo(logo === file ? undefined : file)}
              >
                <Stamp size={12} />
              </IconButton>
              <IconButton
                size="sm"
                label={strings.removePicture(file.name)}
                onClick={() => onChange(files.filter((_, index) => index !== at))}
              >
                <X size={12} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
