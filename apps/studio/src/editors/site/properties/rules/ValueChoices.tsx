import { siteUrl } from '@atelier/site'
import { Braces, Image } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyWhenIdle } from '../../../../ui/lazyWhenIdle.ts'
import { Menu } from '../../../../ui/Menu.tsx'
import { useSite } from '../../session/context.ts'
import { takesPicture, tokenChoices, tokenKindOf, withPicture, withToken } from '../fields/choices.ts'
import styles from './Rules.module.css'
import * as strings from './strings.ts'

const ImagePicker = lazyWhenIdle(async () => (await import('../../media/ImagePicker.tsx')).ImagePicker)

export interface ValueChoicesProps {
  property: string
  value: string
  onChoose: (value: string) => void
}

/** The choices for a value: the tokens of its kind, and the pictures of the media. */
export function ValueChoices({ property, value, onChoose }: ValueChoicesProps) {
  const site = useSite()
  const [choosing, setChoosing] = useState(false)
  const kind = tokenKindOf(property)
  const tokens = site && kind ? tokenChoices(site.local.view, kind) : []
  return (
    <>
      {takesPicture(property) && (
        <button
          type="button"
          className={styles.choose}
          aria-label={strings.chooseAPictureFor(property)}
          title={strings.chooseAPicture}
          onClick={() => setChoosing(true)}
        >
          <Image size={13} />
        </button>
      )}
      {tokens.length > 0 && (
        <Menu
          align="end"
          trigger={
            <button
              type="button"
              className={styles.choose}
              aria-label={strings.chooseATokenFor(property)}
              title={strings.chooseAToken}
            >
              <Braces size={13} />
            </button>
          }
          entries={tokens.map((token) => ({
            label: token.name.slice(2),
            hint: token.value,
            ...(kind === 'color'
              ? { icon: <span className={styles.tokenColor} style={{ background: token.value }} /> }
              : {}),
            onSelect: () => onChoose(withToken(property, value, token.name)),
          }))}
        />
      )}
      <Suspense>
        {choosing && (
          <ImagePicker
            open
            onOpenChange={setChoosing}
            onPick={(picked) => onChoose(withPicture(property, value, siteUrl(picked.path)))}
          />
        )}
      </Suspense>
    </>
  )
}
