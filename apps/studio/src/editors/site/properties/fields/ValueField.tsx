import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from '../../../../ui/cx.ts'
import { arrowSteps, dragSteps, readNumber, stepNumber } from '../../model/numberText.ts'
import styles from './Fields.module.css'
import { SuggestingInput } from './SuggestingInput.tsx'
import * as strings from './strings.ts'
import type { Suggestion } from './suggest.ts'
import { typedValue } from './typedValue.ts'
import { useScrub } from './useScrub.ts'

/** Where a value comes from: it is dim unless it is set at the target, and a dot marks it where it is. */
export type ValueOrigin = 'here' | 'elsewhere' | 'inherited' | 'overridden' | 'mixed' | 'none'

export interface ValueFieldProps {
  /** The value's subject: when it is of something else, what was typed and not kept goes. */
  subject: string
  label: string
  /** The icon that replaces the label if there is no room for words. */
  icon?: ReactNode
  property: string
  /** As it is written; empty where nothing sets it. */
  value: string
  /** The browser's computed value, shown if nothing is written, from which a drag begins. */
  computed?: string
  /** The name of the token that the value is, or equals, without dashes. */
  token?: string
  origin: ValueOrigin
  /** In words, where the value comes from. */
  source?: string
  /** Its source would also win over a value typed here. */
  stronger?: boolean
  suggest: (text: string, caret: number) => readonly Suggestion[]
  onFocus?: () => void
  /** With the whole new value; empty to take the declaration away. Answers whether it was taken. */
  onCommit: (value: string) => Promise<boolean>
  /** A value to be shown and not kept; undefined ends it. */
  onPreview: (value: string | undefined) => void
  onRevert?: () => void
  /** The suggestions open as soon as the field is pressed: its value is one of a few words. */
  opens?: boolean
  /** The shown form of the value while it is not edited, if not the value itself. */
  shown?: string
  /** The name of a token that is merely equal is left out, for want of room. */
  hidesEqual?: boolean
  /** The action on the present value: take it away, go to where it comes from. */
  action?: { label: string; icon: ReactNode; run: () => void }
  /** Label above the field or beside it. */
  layout?: 'row' | 'stack' | 'bare'
  className?: string
  children?: ReactNode
}

/** One value of a property: its label is dragged to change a number, its text is typed. */
export function ValueField(props: ValueFieldProps) {
  const { label, icon, property, value, computed = '', token, origin, source, layout = 'row', children } = props
  const input = useRef<HTMLInputElement>(null)
  const dragged = useRef<string>(undefined)
  const start = readNumber(value) ? value : readNumber(computed) ? computed : ''
  const scrub = useScrub({
    onMove({ x }, { shift, alt }) {
      const unit = readNumber(start)?.unit ?? ''
      const next = stepNumber(property, start, dragSteps(x, unit) * (shift ? 10 : alt ? 0.1 : 1))
      if (next === undefined) return
      dragged.current = next
      props.onPreview(next)
    },
    onDone() {
      if (dragged.current !== undefined && dragged.current !== value) void props.onCommit(dragged.current)
      else props.onPreview(undefined)
      dragged.current = undefined
    },
    onCancel() {
      dragged.current = undefined
      props.onPreview(undefined)
    },
    onPress: () => input.current?.focus(),
  })
  const step = (text: string, event: KeyboardEvent) => {
    const steps = arrowSteps(event)
    return stepNumber(property, text, steps) ?? (text === '' ? stepNumber(property, computed, steps) : undefined)
  }
  const isReference = /^var\(\s*--[\w-]+\s*\)$/.test(value)
  return (
    <div
      className={cx(styles.field, styles[layout], props.className)}
      data-origin={origin}
      data-stronger={props.stronger || undefined}
      title={source}
    >
      {layout !== 'bare' && (
        <span
          className={styles.label}
          data-scrub={start !== '' || undefined}
          data-tooltip={icon ? label : undefined}
          onPointerDown={scrub}
        >
          {icon ?? label}
        </span>
      )}
      <span className={styles.box} data-token={(isReference && token !== undefined) || undefined}>
        {children}
        <SuggestingInput
          ref={input}
          subject={props.subject}
          className={styles.input}
          label={label}
          value={value}
          shown={isReference && token !== undefined ? token : (props.shown ?? value)}
          opens={props.opens}
          placeholder={origin === 'mixed' ? strings.mixed : computed}
          suggest={props.suggest}
          onFocus={props.onFocus}
          stepTo={step}
          onPreview={(text) =>
            props.onPreview(text === undefined ? undefined : typedValue(property, text, value || computed))
          }
          onRevert={props.onRevert}
          onCommit={(text) => props.onCommit(typedValue(property, text, value || computed))}
        />
        {!isReference && token !== undefined && !props.hidesEqual && (
          <button
            type="button"
            className={styles.equals}
            data-tooltip={strings.equalsToken(token)}
            aria-label={strings.equalsToken(token)}
            onClick={() => void props.onCommit(`var(--${token})`)}
          >
            {token}
          </button>
        )}
        {props.action && (
          <button
            type="button"
            className={styles.action}
            aria-label={props.action.label}
            data-tooltip={props.action.label}
            onClick={props.action.run}
          >
            {props.action.icon}
          </button>
        )}
      </span>
    </div>
  )
}
