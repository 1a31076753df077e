import { Plus, X } from 'lucide-react'
import { suggestValues } from '../fields/suggest.ts'
import { ValueField, type ValueOrigin } from '../fields/ValueField.tsx'
import { Swatch } from './ColorField.tsx'
import { subjectOf, useStyle } from './editing.ts'
import { type GradientStop, moveStop, printGradient, readGradient } from './gradient.ts'
import { PartList } from './PartList.tsx'
import styles from './Style.module.css'
import * as strings from './strings.ts'

export interface GradientProps {
  value: string
  origin: ValueOrigin
  onPreview: (value: string | undefined) => void
  onCommit: (value: string) => void
}

/** The shape and the stops of a gradient. */
export function Gradient({ value, origin, onPreview, onCommit }: GradientProps) {
  const style = useStyle()
  const gradient = readGradient(value)
  if (!gradient) return null
  const { stops } = gradient
  const withStop = (index: number, change: Partial<GradientStop>) =>
    printGradient({ ...gradient, stops: stops.map((stop, at) => (at === index ? { ...stop, ...change } : stop)) })
  const shared = {
    origin,
    suggest: (text: string, caret: number) => suggestValues(style.vocabulary.of('color'), text, caret),
    onFocus: style.vocabulary.load,
    subject: subjectOf(style, 'background-image'),
  }
  const taken = async (next: string) => {
    onCommit(next)
    return true
  }
  return (
    <div className={styles.gradient}>
      <ValueField
        {...shared}
        property="rotate"
        label={strings.gradientShape}
        value={gradient.shape}
        suggest={() => []}
        onPreview={(shape) => onPreview(shape === undefined ? undefined : printGradient({ ...gradient, shape }))}
        onCommit={(shape) => taken(printGradient({ ...gradient, shape }))}
      />
      <PartList
        parts={stops.map(({ color }) => color)}
        nameOf={strings.stop}
        onMove={(from, to) => onCommit(printGradient(moveStop(gradient, from, to)))}
        render={(color, index) => (
          <div className="row gap-4 min-w-0">
            <Swatch
              label={strings.chooseColour(strings.stop(index + 1))}
              property="background-image"
              value={color}
              shown={color}
              onPreview={(next) => onPreview(next === undefined ? undefined : withStop(index, { color: next }))}
              onCommit={(next) => onCommit(withStop(index, { color: next }))}
            />
            <ValueField
              {...shared}
              layout="bare"
              className={styles.grow}
              property="color"
              label={strings.stop(index + 1)}
              value={color}
              onPreview={(next) => onPreview(next === undefined ? undefined : withStop(index, { color: next }))}
              onCommit={(next) => taken(withStop(index, { color: next }))}
            />
            <ValueField
              {...shared}
              layout="bare"
              className={styles.short}
              property="width"
              label={strings.stopPlace(index + 1)}
              value={stops[index]?.at ?? ''}
              suggest={() => []}
              onPreview={(at) => onPreview(at === undefined ? undefined : withStop(index, { at }))}
              onCommit={(at) => taken(withStop(index, { at }))}
            />
            <button
              type="button"
              className={styles.smallButton}
              aria-label={strings.removeStop(index + 1)}
              disabled={stops.length < 3}
              onClick={() => onCommit(printGradient({ ...gradient, stops: stops.filter((_, at) => at !== index) }))}
            >
              <X size={12} />
            </button>
          </div>
        )}
      />
      <button
        type="button"
        className={styles.quietButton}
        onClick={() =>
          onCommit(
            printGradient({
              ...gradient,
              stops: [...stops, ...stops.slice(-1).map(({ color }) => ({ color, at: '' }))],
            }),
          )
        }
      >
        <Plus size={12} />
        {strings.addStop}
      </button>
    </div>
  )
}
