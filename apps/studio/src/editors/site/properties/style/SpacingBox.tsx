import { useRef } from 'react'
import { dragSteps, readNumber, stepNumber } from '../../model/numberText.ts'
import { suggestValues } from '../fields/suggest.ts'
import { type DragKeys, useScrub } from '../fields/useScrub.ts'
import { ValueField } from '../fields/ValueField.tsx'
import { type BoxKind, type BoxSide, boxProperty, boxSides, movedSides } from './boxSides.ts'
import { type Declarations, subjectOf, useStyle } from './editing.ts'
import boxStyles from './SideBox.module.css'
import * as strings from './strings.ts'
import { useSource } from './useSource.ts'

export const spacingProperties = (['margin', 'padding'] as const).flatMap((kind) =>
  boxSides.map((side) => boxProperty(kind, side)),
)

/** Margin and padding as the box that they are: a value is dragged or typed; alt takes the opposite side along, shift all. */
export function Spacing() {
  const style = useStyle()
  const problem = spacingProperties.includes(style.problem?.property ?? '') ? style.problem?.message : undefined
  return (
    <>
      <SideBox kind="margin" label={strings.margin}>
        <SideBox kind="padding" label={strings.padding}>
          <span className={boxStyles.boxCore}>
            {Math.round(Number.parseFloat(style.computed('width')) || 0)} ×{' '}
            {Math.round(Number.parseFloat(style.computed('height')) || 0)}
          </span>
        </SideBox>
      </SideBox>
      {problem !== undefined && (
        <p className="m-0 type-dense color-danger" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

/** One ring of a box with a field on each side. */
export function SideBox({ kind, label, children }: { kind: BoxKind; label: string; children: React.ReactNode }) {
  return (
    <div className={boxStyles.sideBox} data-kind={kind}>
      <span className={boxStyles.boxName} aria-hidden="true">
        {label}
      </span>
      {boxSides.map((side) => (
        <SideField key={side} kind={kind} side={side} />
      ))}
      <div className={boxStyles.boxInner}>{children}</div>
    </div>
  )
}

function SideField({ kind, side }: { kind: BoxKind; side: BoxSide }) {
  const style = useStyle()
  const property = boxProperty(kind, side)
  const read = style.read(property)
  const { value, origin, stronger } = read
  const computed = style.computed(property)
  const text = useSource(read)
  const holder = useRef<HTMLDivElement>(null)
  const dragged = useRef<Declarations>(undefined)
  const start = readNumber(value) ? value : readNumber(computed) ? computed : '0px'
  const changes = (next: string | null, keys: DragKeys) =>
    Object.fromEntries(movedSides(side, keys).map((each) => [boxProperty(kind, each), next]))
  const scrub = useScrub({
    onMove({ x, y }, keys) {
      const unit = readNumber(start)?.unit ?? ''
      const pixels = Math.abs(x) > Math.abs(y) ? x : -y
      const next = stepNumber(property, start, dragSteps(pixels, unit))
      if (next === undefined) return
      dragged.current = changes(next, keys)
      style.preview(dragged.current)
    },
    onDone() {
      if (dragged.current) void style.set(dragged.current, property)
      dragged.current = undefined
    },
    onCancel() {
      dragged.current = undefined
      style.preview(undefined)
    },
    onPress: () => holder.current?.querySelector('input')?.focus(),
  })
  const keys = useRef<DragKeys>({ shift: false, alt: false })
  return (
    <div
      ref={holder}
      className={boxStyles.side}
      data-side={side}
      onPointerDown={(event) => {
        if (!holder.current?.contains(document.activeElement)) scrub(event)
      }}
      onKeyDownCapture={(event) => {
        keys.current = { shift: event.key === 'Enter' && event.shiftKey, alt: event.key === 'Enter' && event.altKey }
      }}
    >
      <ValueField
        subject={subjectOf(style, property)}
        layout="bare"
        label={strings.sideOf(label(kind), strings.sides[side])}
        property={property}
        value={value}
        shown={value.replace(/px$/, '')}
        computed={computed.replace(/px$/, '')}
        token={style.tokenOf(property, value)}
        hidesEqual
        origin={origin}
        source={text}
        stronger={stronger !== undefined}
        suggest={(typed, caret) => suggestValues(style.vocabulary.of(property), typed, caret)}
        onFocus={() => style.enter(property)}
        onPreview={(next) => style.preview(next === undefined ? undefined : { [property]: next })}
        onCommit={(next) => style.set(changes(next === '' ? null : next, keys.current), property)}
        onRevert={style.clearProblem}
      />
    </div>
  )
}

const label = (kind: BoxKind) => ({ margin: strings.margin, padding: strings.padding, inset: strings.inset })[kind]
