import { siteUrl } from '@atelier/site'
import { Image } from 'lucide-react'
import { Suspense, useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { CommitInput } from '../fields/CommitInput.tsx'
import * as strings from './strings.ts'

const ImagePicker = lazyWhenIdle(async () => (await import('./ImagePicker.tsx')).ImagePicker)

export interface PicturePathProps {
  label: string
  className: string | undefined
  value: string
  placeholder?: string
  onChange: (path: string) => void
}

/** The path of a picture, typed or chosen from the media. */
export function PicturePath({ label, className, value, placeholder, onChange }: PicturePathProps) {
  const [choosing, setChoosing] = useState(false)
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
      <IconButton label={strings.chooseAPicture} size="sm" onClick={() => setChoosing(true)}>
        <Image size={14} />
      </IconButton>
      <Suspense>
        {choosing && <ImagePicker open onOpenChange={setChoosing} onPick={({ path }) => onChange(siteUrl(path))} />}
      </Suspense>
    </span>
  )
}
