import { siteUrl } from '@atelier/site'
import { Image } from 'lucide-react'
import { Suspense, useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import * as strings from './strings.ts'

const ImagePicker = lazyWhenIdle(async () => (await import('./ImagePicker.tsx')).ImagePicker)

/** Chooses a picture of the media for a field that holds its path. */
export function PictureButton({ label, onPick }: { label?: string; onPick: (path: string) => void }) {
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <IconButton label={label ?? strings.chooseAPicture} size="sm" onClick={() => setChoosing(true)}>
        <Image size={14} />
      </IconButton>
      <Suspense>
        {choosing && <ImagePicker open onOpenChange={setChoosing} onPick={({ path }) => onPick(siteUrl(path))} />}
      </Suspense>
    </>
  )
}
