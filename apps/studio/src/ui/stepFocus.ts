import type { KeyboardEvent } from 'react'

const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Moves the focus among the elements that `selector` finds in the one that listens: arrow keys to the next or the
 * previous one, round the ends; Home and End to the first and the last. Returns what has the focus now, or nothing if
 * the key is none of these.
 */
export function stepFocus(event: KeyboardEvent<HTMLElement>, selector: string): HTMLElement | undefined {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const at = all.findIndex((element) => element.matches(':focus'))
  if (at < 0) return undefined
  const step = steps[event.key]
  const next =
    step !== undefined
      ? all[(at + step + all.length) % all.length]
      : event.key === 'Home'
        ? all[0]
        : event.key === 'End'
          ? all.at(-1)
          : undefined
  if (!next) return undefined
  event.preventDefault()
  event.stopPropagation()
  next.focus()
  return next
}
