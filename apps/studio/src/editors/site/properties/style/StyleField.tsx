import { CornerUpRight, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { roundedLengths } from '../../model/numberText.ts'
import { suggestValues } from '../fields/suggest.ts'
import { ValueField } from '../fields/ValueField.tsx'
import { subjectOf, useStyle } from './editing.ts'
import * as strings from './strings.ts'
import { useSource } from './useSource.ts'

export interface StyleFieldProps {
  property: string
  label: string
  icon?: ReactNode
  layout?: 'row' | 'stack' | 'bare'
  /** The value is one of a few words: they are offered as soon as the field is pressed. */
  words?: boolean
  className?: string
  /** Content before the text, such as a swatch. */
  children?: ReactNode
}

// Elements that are made once: a field that is rendered again leaves them as they are.
const resetIcon = <RotateCcw size={11} />
const goToIcon = <CornerUpRight size={11} />

/** The field of one property of the selected elements. */
export function StyleField({ property, label, icon, layout, words, className, children }: StyleFieldProps) {
  const style = useStyle()
  const read = style.read(property)
  const { value, origin, source, stronger } = read
  const computed = style.computed(property)
  const token = style.tokenOf(property, value)
  const text = useSource(read)
  const action =
    origin === 'here'
      ? {
          label: strings.reset(style.declaredAs(property)),
          icon: resetIcon,
          run: () => void style.set({ [property]: null }, property),
        }
      : source && text !== undefined
        ? {
            label: source.made ? strings.openSource(text) : strings.goTo(text),
            icon: goToIcon,
            run: () => style.goTo(source),
          }
        : undefined
  return (
    <>
      <ValueField
        subject={subjectOf(style, property)}
        property={property}
        label={label}
        icon={icon}
        layout={layout}
        opens={words}
        className={className}
        value={value}
        computed={roundedLengths(computed)}
        origin={origin}
        token={token}
        source={text}
        stronger={stronger !== undefined}
        action={action}
        suggest={(typed, caret) => suggestValues(style.vocabulary.of(property), typed, caret)}
        onFocus={() => style.enter(property)}
        onPreview={(next) => style.preview(next === undefined ? undefined : { [property]: next })}
        onCommit={(next) => style.set({ [property]: next === '' ? null : next }, property)}
        onRevert={style.clearProblem}
      >
        {children}
      </ValueField>
      {style.problem?.property === property && (
        <p className="m-0 type-dense color-danger" role="alert">
          {style.problem.message}
        </p>
      )}
    </>
  )
}
