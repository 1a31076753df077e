import { CommitInput } from '../fields/CommitInput.tsx'
import { PictureButton } from './PictureButton.tsx'

export interface PicturePathProps {
  label: string
  className: string | undefined
  value: string
  placeholder?: string
  onChange: (path: string) => void
}

/** The path of a picture, typed or chosen from the media. */
export function PicturePath({ label, className, value, placeholder, onChange }: PicturePathProps) {
  return (
    <span style={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <CommitInput
        className={className}
        style={{ flex: 1, minWidth: 0 }}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onCommit={onChange}
      />
      <PictureButton onPick={onChange} />
    </span>
  )
}
