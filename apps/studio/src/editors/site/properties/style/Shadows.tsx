import { Plus, X } from 'lucide-react'
import { IconButton } from '../../../../ui/Button.tsx'
import { listParts, movePart, withPart } from '../../model/lists.ts'
import { suggestValues } from '../fields/suggest.ts'
import { ValueField } from '../fields/ValueField.tsx'
import { Swatch } from './ColorField.tsx'
import { subjectOf, useStyle } from './editing.ts'
import { PartList } from './PartList.tsx'
import styles from './Style.module.css'
import { newShadow, newTextShadow, printShadow, readShadow, type Shadow } from './shadow.ts'
import * as strings from './strings.ts'

const kinds = {
  'box-shadow': {
    title: strings.shadows,
    add: strings.addShadow,
    nameOf: strings.shadow,
    fresh: newShadow,
    parts: ['x', 'y', 'blur', 'spread'],
  },
  'text-shadow': {
    title: strings.textShadows,
    add: strings.addTextShadow,
    nameOf: strings.textShadow,
    fresh: newTextShadow,
    parts: ['x', 'y', 'blur'],
  },
} as const

/** The shadows of a box, or of its text, the first on top. */
export function Shadows({ property }: { property: keyof typeof kinds }) {
  const style = useStyle()
  const { title, add, nameOf, fresh, parts } = kinds[property]
  const { value, origin } = style.read(property)
  const shadows = listParts(value)
  const write = (next: string) => style.set({ [property]: next === 'none' ? null : next }, property)
  return (
    <fieldset className={styles.group} aria-label={title}>
      <div className="row justify-between min-h-24 type-label color-secondary">
        <span>{title}</span>
        <IconButton label={add} size="sm" onClick={() => void write([...shadows, fresh].join(', '))}>
          <Plus size={13} />
        </IconButton>
      </div>
      <PartList
        parts={shadows}
        nameOf={nameOf}
        onMove={(from, to) => void write(movePart(value, from, to))}
        render={(text, index) => {
          const name = nameOf(index + 1)
          const shadow = readShadow(text)
          const change = (next: string) => write(withPart(value, index, next))
          const preview = (next: string | undefined) =>
            style.preview(next === undefined ? undefined : { [property]: withPart(value, index, next) })
          const remove = (
            <button
              type="button"
              className={styles.smallButton}
              aria-label={strings.removeValue(name)}
              onClick={() => void change('')}
            >
              <X size={12} />
            </button>
          )
          if (!shadow) {
            return (
              <div className="row gap-4 min-w-0">
                <ValueField
                  subject={subjectOf(style, name)}
                  layout="bare"
                  className={styles.grow}
                  label={name}
                  property={property}
                  value={text}
                  origin={origin}
                  suggest={(typed, caret) => suggestValues(style.vocabulary.of(property), typed, caret)}
                  onFocus={() => style.enter(property)}
                  onPreview={preview}
                  onCommit={change}
                />
                {remove}
              </div>
            )
          }
          const withChange = (next: Partial<Shadow>) => printShadow({ ...shadow, ...next })
          return (
            <div className={styles.shadow} data-parts={parts.length}>
              <Swatch
                label={strings.chooseColour(strings.colourOf(name))}
                property={property}
                value={shadow.color}
                shown={shadow.color || style.computed('color')}
                onPreview={(color) => preview(color === undefined ? undefined : withChange({ color }))}
                onCommit={(color) => void change(withChange({ color }))}
              />
              {parts.map((part) => (
                <ValueField
                  key={part}
                  subject={subjectOf(style, name)}
                  layout="stack"
                  label={strings.shadowParts[part]}
                  property={part === 'blur' ? 'outline-width' : 'left'}
                  value={shadow[part]}
                  origin={origin}
                  suggest={() => []}
                  onFocus={() => style.enter(property)}
                  onPreview={(next) => preview(next === undefined ? undefined : withChange({ [part]: next }))}
                  onCommit={(next) => change(withChange({ [part]: next || '0' }))}
                />
              ))}
              <span className="flex">
                {property === 'box-shadow' && (
                  <button
                    type="button"
                    className={styles.smallButton}
                    aria-pressed={shadow.inset}
                    aria-label={strings.inner}
                    data-tooltip={strings.inner}
                    onClick={() => void change(withChange({ inset: !shadow.inset }))}
                  >
                    {strings.innerShort}
                  </button>
                )}
                {remove}
              </span>
            </div>
          )
        }}
      />
    </fieldset>
  )
}
