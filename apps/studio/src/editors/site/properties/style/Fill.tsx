import { siteUrl } from '@atelier/site'
import { Image, Plus, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { IconButton } from '../../../../ui/Button.tsx'
import { lazyWhenIdle } from '../../../../ui/lazyWhenIdle.ts'
import { Menu } from '../../../../ui/Menu.tsx'
import { listParts, moveBeside, movePart, withPart } from '../../model/lists.ts'
import { suggestValues } from '../fields/suggest.ts'
import { ValueField } from '../fields/ValueField.tsx'
import { ColorField } from './ColorField.tsx'
import { subjectOf, useStyle } from './editing.ts'
import { Gradient } from './Gradient.tsx'
import { newGradient, readGradient } from './gradient.ts'
import { PartList } from './PartList.tsx'
import styles from './Style.module.css'
import { StyleField } from './StyleField.tsx'
import * as strings from './strings.ts'

const ImagePicker = lazyWhenIdle(async () => (await import('../../media/ImagePicker.tsx')).ImagePicker)

export const fillProperties = [
  ...['background-color', 'background-image', 'background-size', 'background-position-x', 'background-position-y'],
  ...['background-repeat', 'background-clip'],
]
const property = 'background-image'
/** The values of each layer besides its picture. */
const besides = [
  ...['background-size', 'background-position', 'background-repeat', 'background-attachment'],
  ...['background-origin', 'background-clip', 'background-blend-mode'],
]

/** The background behind the content: a colour, and over it layers of pictures and gradients, the first on top. */
export function Fill() {
  const style = useStyle()
  const { value, origin } = style.read(property)
  const [choosing, setChoosing] = useState<number>()
  const layers = listParts(value)
  const write = (next: string) => style.set({ [property]: next === 'none' ? null : next }, property)
  /** Moves a layer, or takes it away, with what is given for it. */
  const arrange = (from: number, to?: number) => {
    const next = to === undefined ? withPart(value, from, '') : movePart(value, from, to)
    const lists = Object.fromEntries(besides.map((name) => [name, style.read(name).value]))
    const beside = moveBeside(lists, layers.length, from, to)
    return style.set({ [property]: next === 'none' ? null : next, ...beside }, property)
  }
  const picture = (path: string) => `url("${siteUrl(path)}")`
  return (
    <>
      <ColorField property="background-color" label={strings.color} />
      <div className="row justify-between min-h-24 type-label color-secondary">
        <span>{strings.layers}</span>
        <Menu
          align="end"
          trigger={
            <IconButton label={strings.addLayer} size="sm">
              <Plus size={13} />
            </IconButton>
          }
          entries={[
            { label: strings.picture, icon: <Image size={14} />, onSelect: () => setChoosing(layers.length) },
            ...(['linear', 'radial', 'conic'] as const).map((kind) => ({
              label: strings.gradientKinds[kind],
              onSelect: () => void write([newGradient(kind), ...layers].join(', ')),
            })),
          ]}
        />
      </div>
      <PartList
        parts={layers}
        nameOf={strings.layer}
        onMove={(from, to) => void arrange(from, to)}
        render={(layer, index) => {
          const change = (next: string) => write(withPart(value, index, next))
          const preview = (next: string | undefined) =>
            style.preview(next === undefined ? undefined : { [property]: withPart(value, index, next) })
          return (
            <>
              <div className="row gap-4 min-w-0">
                <button
                  type="button"
                  className={styles.swatch}
                  aria-label={strings.choosePictureForLayer(index + 1)}
                  onClick={() => setChoosing(index)}
                >
                  <span style={{ background: /^url\(/.test(layer) ? undefined : layer }}>
                    {/^url\(/.test(layer) && <Image size={12} />}
                  </span>
                </button>
                <ValueField
                  subject={subjectOf(style, `${property} ${index}`)}
                  layout="bare"
                  className={styles.grow}
                  label={strings.layer(index + 1)}
                  property={property}
                  value={layer}
                  origin={origin}
                  suggest={(text, caret) => suggestValues(style.vocabulary.of(property), text, caret)}
                  onFocus={() => style.enter(property)}
                  onPreview={preview}
                  onCommit={change}
                />
                <button
                  type="button"
                  className={styles.smallButton}
                  aria-label={strings.removeLayer(index + 1)}
                  onClick={() => void arrange(index)}
                >
                  <X size={12} />
                </button>
              </div>
              {readGradient(layer) && (
                <Gradient value={layer} origin={origin} onPreview={preview} onCommit={(next) => void change(next)} />
              )}
            </>
          )
        }}
      />
      {layers.length > 0 && (
        <>
          <StyleField property="background-size" label={strings.size} words />
          <StyleField property="background-position" label={strings.position} words />
          <StyleField property="background-repeat" label={strings.repeat} words />
        </>
      )}
      <StyleField property="background-clip" label={strings.clip} words />
      <Suspense>
        {choosing !== undefined && (
          <ImagePicker
            open
            onOpenChange={(open) => {
              if (!open) setChoosing(undefined)
            }}
            onPick={(picked) => {
              if (choosing < layers.length) void write(withPart(value, choosing, picture(picked.path)))
              else {
                const fits: Record<string, string> =
                  layers.length === 0 ? { 'background-size': 'cover', 'background-position': 'center' } : {}
                void style.set({ [property]: [picture(picked.path), ...layers].join(', '), ...fits }, property)
              }
            }}
          />
        )}
      </Suspense>
    </>
  )
}
