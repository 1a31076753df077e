import { ImagePlus, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton, Spinner } from '../../../ui/index.ts'
import * as strings from '../texts/strings.ts'
import { pictureTypes } from './limits.ts'
import styles from './Pictures.module.css'
import type { Pictures } from './usePictures.ts'

/** The pictures that go along, above the text, each with a way to take it out again. */
export function PictureTray({ pictures }: { pictures: Pictures }) {
  const { attached, problem } = pictures
  if (attached.length === 0 && problem === undefined) return null
  return (
    <div className={styles.tray}>
      {attached.length > 0 && (
        <ul className={styles.attached} aria-label={strings.picturesOfTheMessage}>
          {attached.map(({ id, name, url, data }) => (
            <li key={id} className={styles.thumb} aria-busy={data === undefined}>
              <img src={url} alt={name} title={name} />
              {data === undefined && (
                <span className={styles.reading}>
                  <Spinner size={14} label={strings.readingThePicture} />
                </span>
              )}
              <button
                type="button"
                className={styles.remove}
                aria-label={strings.removePicture(name)}
                onClick={() => pictures.remove(id)}
              >
                <X size={12} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && (
        <p className="m-0 type-dense color-danger" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Picks pictures from the disk. */
export function AttachButton({ pictures, disabled }: { pictures: Pictures; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={strings.addPictures}
        tooltipSide="top"
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <ImagePlus size={16} />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={pictureTypes.join(',')}
        aria-label={strings.picturesToAdd}
        onChange={(event) => {
          pictures.add([...(event.target.files ?? [])])
          // The same file may be picked again after it was taken out.
          event.target.value = ''
        }}
      />
    </>
  )
}
