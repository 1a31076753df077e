import type { KeyboardEvent } from 'react'
import alignmentStyles from './Alignment.module.css'
import { useStyle } from './editing.ts'
import * as strings from './strings.ts'

const places = ['start', 'center', 'end'] as const

/** Which properties move the items sideways and up and down. */
export interface PadAxes {
  across: string
  down: string
}

/** Nine places for the items of a flex or grid box; arrow keys walk them. */
export function AlignPad({ axes }: { axes: PadAxes }) {
  const style = useStyle()
  const now = (property: string) => {
    const value = style.read(property).value || style.computed(property)
    return value.replace(/^flex-/, '').replace(/^(?:normal|stretch)$/, 'start')
  }
  const across = now(axes.across)
  const down = now(axes.down)
  const isAt = (x: string, y: string) => x === across && y === down
  const anyAt = places.some((y) => places.some((x) => isAt(x, y)))
  return (
    <fieldset className={alignmentStyles.pad} aria-label={strings.alignItems} onKeyDown={walk}>
      {places.map((y, row) =>
        places.map((x, column) => (
          <button
            key={`${x} ${y}`}
            type="button"
            className={alignmentStyles.padPlace}
            aria-label={strings.alignTo(y, x)}
            aria-pressed={isAt(x, y)}
            tabIndex={isAt(x, y) || (!anyAt && row === 0 && column === 0) ? 0 : -1}
            onClick={() => void style.set({ [axes.across]: x, [axes.down]: y }, axes.across)}
          />
        )),
      )}
    </fieldset>
  )
}

function walk(event: KeyboardEvent<HTMLFieldSetElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 3, ArrowUp: -3 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  event.stopPropagation()
  const all = [...event.currentTarget.querySelectorAll('button')]
  const at = all.findIndex((each) => each.matches(':focus'))
  all[Math.min(8, Math.max(0, at + step))]?.focus()
}
