import { Plus, X } from 'lucide-react'
import { IconButton } from '../../../../ui/Button.tsx'
import { Menu } from '../../../../ui/Menu.tsx'
import { numbered } from '../../../../ui/numbered.tsx'
import { listParts, splitList, withPart } from '../../model/lists.ts'
import { suggestValues } from '../fields/suggest.ts'
import { ValueField } from '../fields/ValueField.tsx'
import { Swatch } from './ColorField.tsx'
import { useStyle } from './editing.ts'
import { Section } from './Section.tsx'
import styles from './Style.module.css'
import { StyleField } from './StyleField.tsx'
import { newShadow, printShadow, readShadow, type Shadow } from './shadow.ts'
import * as strings from './strings.ts'

export const effectProperties = [
  ...['opacity', 'box-shadow', 'filter', 'backdrop-filter', 'transform', 'translate', 'rotate', 'scale'],
  ...['transform-origin', 'mix-blend-mode', 'cursor', 'visibility', 'clip-path'],
]

/** Opacity, shadows, filters and transforms. */
export function Effects() {
  return (
    <Section id="effects" title={strings.effects} properties={effectProperties}>
      <StyleField property="opacity" label={strings.opacity} />
      <Shadows />
      <Filters property="filter" title={strings.filters} />
      <Filters property="backdrop-filter" title={strings.backdrop} />
      <div className={styles.triples}>
        <StyleField layout="stack" property="translate" label={strings.move} />
        <StyleField layout="stack" property="rotate" label={strings.rotate} />
        <StyleField layout="stack" property="scale" label={strings.scale} />
      </div>
      <StyleField property="transform" label={strings.transform} />
      <StyleField property="transform-origin" label={strings.originOf} />
      <StyleField property="mix-blend-mode" label={strings.blend} words />
      <StyleField property="cursor" label={strings.cursor} words />
    </Section>
  )
}

function Shadows() {
  const style = useStyle()
  const property = 'box-shadow'
  const { value } = style.read(property)
  const shadows = listParts(value)
  const write = (next: string) => style.set({ [property]: next === 'none' ? null : next }, property)
  return (
    <fieldset className={styles.group} aria-label={strings.shadows}>
      <div className={styles.groupHead}>
        <span>{strings.shadows}</span>
        <IconButton label={strings.addShadow} size="sm" onClick={() => void write([...shadows, newShadow].join(', '))}>
          <Plus size={13} />
        </IconButton>
      </div>
      {numbered(
        shadows.map((text, index) => ({ text, index })),
        ({ text, index }) => {
          const shadow = readShadow(text)
          if (!shadow) return <StyleField property={property} label={strings.shadows} />
          const with_ = (change: Partial<Shadow>) => withPart(value, index, printShadow({ ...shadow, ...change }))
          const preview = (change: Partial<Shadow> | undefined) =>
            style.preview(change && { [property]: with_(change) })
          return (
            <div className={styles.shadow}>
              <Swatch
                label={strings.chooseColour(strings.shadow(index + 1))}
                property={property}
                value={shadow.color}
                shown={shadow.color || style.computed('color')}
                onPreview={(color) => preview(color === undefined ? undefined : { color })}
                onCommit={(color) => void write(with_({ color }))}
              />
              {(['x', 'y', 'blur', 'spread'] as const).map((part) => (
                <ValueField
                  key={part}
                  layout="stack"
                  label={strings.shadowParts[part]}
                  property={part === 'blur' ? 'outline-width' : 'left'}
                  value={shadow[part]}
                  origin="here"
                  suggest={() => []}
                  onFocus={() => style.enter(property)}
                  onPreview={(next) => preview(next === undefined ? undefined : { [part]: next })}
                  onCommit={(next) => write(with_({ [part]: next || '0' }))}
                />
              ))}
              <span className={styles.shadowButtons}>
                <button
                  type="button"
                  className={styles.smallButton}
                  aria-pressed={shadow.inset}
                  aria-label={strings.inner}
                  data-tooltip={strings.inner}
                  onClick={() => void write(with_({ inset: !shadow.inset }))}
                >
                  {strings.innerShort}
                </button>
                <button
                  type="button"
                  className={styles.smallButton}
                  aria-label={strings.removeShadow(index + 1)}
                  onClick={() => void write(withPart(value, index, ''))}
                >
                  <X size={12} />
                </button>
              </span>
            </div>
          )
        },
      )}
    </fieldset>
  )
}

const filters = {
  blur: '4px',
  brightness: '1.1',
  contrast: '1.1',
  'drop-shadow': '0 4px 8px rgb(0 0 0 / 0.25)',
  grayscale: '1',
  'hue-rotate': '90deg',
  invert: '1',
  saturate: '1.2',
  sepia: '1',
} as const

function Filters({ property, title }: { property: 'filter' | 'backdrop-filter'; title: string }) {
  const style = useStyle()
  const { value, origin } = style.read(property)
  const all = splitList(value, 'whitespace').filter((part) => part !== 'none')
  const write = (next: readonly string[]) => style.set({ [property]: next.join(' ') || null }, property)
  const withFilter = (index: number, text: string) =>
    all.map((each, at) => (at === index ? text : each)).filter((each) => each !== '')
  return (
    <fieldset className={styles.group} aria-label={title}>
      <div className={styles.groupHead}>
        <span>{title}</span>
        <Menu
          align="end"
          trigger={
            <IconButton label={strings.addFilter(title)} size="sm">
              <Plus size={13} />
            </IconButton>
          }
          entries={Object.entries(filters).map(([name, start]) => ({
            label: name,
            onSelect: () => void write([...all, `${name}(${start})`]),
          }))}
        />
      </div>
      {numbered(
        all.map((text, index) => ({ text, index })),
        ({ text, index }) => {
          const match = /^([a-z-]+)\((.*)\)$/is.exec(text)
          const [, name = '', inner = ''] = match ?? []
          const printed = (next: string) => (next === '' ? '' : `${name}(${next})`)
          return (
            <div className={styles.layerRow}>
              <ValueField
                className={styles.grow}
                label={match ? name : title}
                property={name === 'blur' ? 'outline-width' : name === 'hue-rotate' ? 'rotate' : 'opacity'}
                value={match ? inner : text}
                origin={origin}
                suggest={(typed, caret) => suggestValues(style.vocabulary.of(property), typed, caret)}
                onFocus={() => style.enter(property)}
                onPreview={(next) =>
                  style.preview(
                    next === undefined
                      ? undefined
                      : { [property]: withFilter(index, match ? printed(next) : next).join(' ') },
                  )
                }
                onCommit={(next) => write(withFilter(index, match ? printed(next) : next))}
              />
              <button
                type="button"
                className={styles.smallButton}
                aria-label={strings.removeFilter(name)}
                onClick={() => void write(withFilter(index, ''))}
              >
                <X size={12} />
              </button>
            </div>
          )
        },
      )}
    </fieldset>
  )
}
