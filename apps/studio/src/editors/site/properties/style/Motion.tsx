import { Plus, X } from 'lucide-react'
import { IconButton } from '../../../../ui/Button.tsx'
import { suggestProperties, suggestValues } from '../fields/suggest.ts'
import { ValueField } from '../fields/ValueField.tsx'
import { CurvePad } from './CurvePad.tsx'
import { subjectOf, useStyle } from './editing.ts'
import { PartList } from './PartList.tsx'
import styles from './Style.module.css'
import { StyleField } from './StyleField.tsx'
import * as strings from './strings.ts'
import {
  printCurve,
  printTransitions,
  readCurve,
  readTransitions,
  type Transition,
  transitionText,
} from './transitions.ts'

const parts = ['property', 'duration', 'delay', 'timing-function', 'behavior']
export const motionProperties = [
  ...parts.map((part) => `transition-${part}`),
  ...['animation-name', 'animation-duration', 'animation-timing-function', 'animation-delay'],
  ...['animation-iteration-count', 'animation-direction', 'animation-fill-mode', 'animation-play-state'],
  ...['animation-timeline', 'animation-range-start', 'animation-range-end', 'scroll-timeline-name'],
  ...['scroll-timeline-axis', 'view-timeline-name', 'view-timeline-axis', 'view-timeline-inset'],
]

/** The motion of changes: transitions with their curve, animations and their timelines. */
export function Motion() {
  const style = useStyle()
  const { source, origin } = style.read('transition-property')
  const whole = source?.property === 'transition' ? source.value : ''
  const value = transitionText((property) => style.read(property).value, whole)
  const all = readTransitions(value)
  const write = (next: readonly Transition[]) =>
    style.set({ transition: next.length > 0 ? printTransitions(next) : null }, 'transition')
  return (
    <>
      <div className="row justify-between min-h-24 type-label color-secondary">
        <span>{strings.transitions}</span>
        <IconButton
          label={strings.addTransition}
          size="sm"
          disabled={all === undefined}
          onClick={() =>
            void write([...(all ?? []), { property: 'all', duration: '200ms', easing: 'ease-out', delay: '0s' }])
          }
        >
          <Plus size={13} />
        </IconButton>
      </div>
      {all === undefined ? (
        <StyleField property="transition" label={strings.transitions} />
      ) : (
        <PartList
          parts={all.map(({ property }) => property)}
          nameOf={strings.transition}
          onMove={(from, to) => void write(all.toSpliced(from, 1).toSpliced(to, 0, ...all.slice(from, from + 1)))}
          render={(_, index) => {
            const each = all[index]
            if (!each) return null
            const changed = (change: Partial<Transition>) =>
              all.map((one, at) => (at === index ? { ...one, ...change } : one))
            const field = (part: keyof Transition, label: string, property: string) => (
              <ValueField
                subject={subjectOf(style, `${part} ${index}`)}
                layout="stack"
                label={label}
                property={property}
                value={each[part]}
                origin={origin}
                suggest={(text, caret) =>
                  part === 'property'
                    ? suggestProperties(style.vocabulary.names, text)
                    : suggestValues(style.vocabulary.of(property), text, caret)
                }
                onFocus={style.vocabulary.load}
                onPreview={() => undefined}
                onCommit={(next) => write(changed({ [part]: next }))}
              />
            )
            const curve = readCurve(each.easing)
            return (
              <>
                <div className="row gap-4 min-w-0">
                  <div className={styles.timing}>
                    {field('property', strings.transitionProperty, 'transition-property')}
                    {field('duration', strings.duration, 'transition-duration')}
                    {field('delay', strings.delay, 'transition-delay')}
                  </div>
                  <button
                    type="button"
                    className={styles.smallButton}
                    aria-label={strings.removeTransition(each.property)}
                    onClick={() => void write(all.filter((_, at) => at !== index))}
                  >
                    <X size={12} />
                  </button>
                </div>
                {field('easing', strings.easing, 'transition-timing-function')}
                {curve && (
                  <CurvePad curve={curve} onChange={(next) => void write(changed({ easing: printCurve(next) }))} />
                )}
              </>
            )
          }}
        />
      )}
      <StyleField property="animation" label={strings.animation} />
      <StyleField property="animation-timeline" label={strings.timeline} />
      <StyleField property="animation-range" label={strings.range} />
      <StyleField property="scroll-timeline" label={strings.scrollTimeline} />
      <StyleField property="view-timeline" label={strings.viewTimeline} />
    </>
  )
}
