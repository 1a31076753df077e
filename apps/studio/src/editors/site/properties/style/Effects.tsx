import { Plus, X } from 'lucide-react'
import { IconButton } from '../../../../ui/Button.tsx'
import { Menu } from '../../../../ui/Menu.tsx'
import { splitList } from '../../model/lists.ts'
import { suggestValues } from '../fields/suggest.ts'
import { ValueField } from '../fields/ValueField.tsx'
import { subjectOf, useStyle } from './editing.ts'
import { PartList } from './PartList.tsx'
import { Shadows } from './Shadows.tsx'
import styles from './Style.module.css'
import { StyleField } from './StyleField.tsx'
import * as strings from './strings.ts'

export const effectProperties = [
  ...['opacity', 'box-shadow', 'filter', 'backdrop-filter', 'transform', 'translate', 'rotate', 'scale'],
  ...['transform-origin', 'mix-blend-mode', 'cursor'],
]

/** Opacity, shadows, filters and transforms. */
export function Effects() {
  return (
    <>
      <StyleField property="opacity" label={strings.opacity} />
      <Shadows property="box-shadow" />
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
    </>
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
      <div className="row justify-between min-h-24 type-label color-secondary">
        <span>{title}</span>
        <Menu
          align="end"
          trigger={
            <IconButton label={strings.addTo(title)} size="sm">
              <Plus size={13} />
            </IconButton>
          }
          entries={Object.entries(filters).map(([name, start]) => ({
            label: name,
            onSelect: () => void write([...all, `${name}(${start})`]),
          }))}
        />
      </div>
      <PartList
        parts={all}
        nameOf={property === 'filter' ? strings.filter : strings.backdropFilter}
        onMove={(from, to) => void write(all.toSpliced(from, 1).toSpliced(to, 0, all[from] ?? ''))}
        render={(text, index) => {
          const match = /^([a-z-]+)\((.*)\)$/is.exec(text)
          const [, name = '', inner = ''] = match ?? []
          const printed = (next: string) => (next === '' ? '' : `${name}(${next})`)
          return (
            <div className="row gap-4 min-w-0">
              <ValueField
                subject={subjectOf(style, `${property} ${index}`)}
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
                aria-label={strings.removeValue(name)}
                onClick={() => void write(withFilter(index, ''))}
              >
                <X size={12} />
              </button>
            </div>
          )
        }}
      />
    </fieldset>
  )
}
