import type { Box } from './dropSpot.ts'
import styles from './Marks.module.css'

/** The marks that inserting draws over a frame. */
export interface Marks {
  /** The line where a dragged thing lands, and the element that it lands in, with its name. */
  drop(line: Box, parent: Box, name: string): void
  /** A "+" on a gap. */
  between(line: Box, label: string, press: (at: { x: number; y: number }) => void): void
  /** The pointer left the frame: a "+" under it stays for as long as the pointer is on that. */
  leave(): void
  clear(): void
  destroy(): void
}

/** Draws in an overlay of its own, so that nothing of the studio is in the user's page. */
export function createMarks(overlay: HTMLElement): Marks {
  const layer = document.createElement('div')
  layer.className = styles.layer ?? ''
  const line = document.createElement('div')
  line.className = styles.line ?? ''
  const parent = document.createElement('div')
  parent.className = styles.parent ?? ''
  const name = document.createElement('span')
  parent.append(name)
  const plus = document.createElement('button')
  plus.type = 'button'
  plus.className = styles.plus ?? ''
  plus.textContent = '+'
  // The key A does the same: the tab key is not to walk through marks that follow the pointer.
  plus.tabIndex = -1
  layer.append(parent, line, plus)
  let press: ((at: { x: number; y: number }) => void) | undefined

  const put = (element: HTMLElement, { left, top, width, height }: Box) => {
    element.hidden = false
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
    element.style.width = `${Math.round(width)}px`
    element.style.height = `${Math.round(height)}px`
  }
  const clear = () => {
    for (const each of [line, parent, plus]) each.hidden = true
  }
  plus.addEventListener('click', () => {
    const { left, bottom } = plus.getBoundingClientRect()
    clear()
    press?.({ x: left, y: bottom })
  })
  plus.addEventListener('mouseleave', clear)
  clear()
  overlay.parentElement?.append(layer)
  return {
    drop(at, around, title) {
      plus.hidden = true
      put(line, at)
      put(parent, around)
      parent.toggleAttribute('data-inside', around.top < 22)
      if (name.textContent !== title) name.textContent = title
    },
    between(at, label, pressed) {
      parent.hidden = true
      put(line, at)
      plus.hidden = false
      plus.setAttribute('aria-label', label)
      plus.style.transform = `translate(${Math.round(at.left + at.width / 2)}px, ${Math.round(at.top)}px) translate(-50%, -50%)`
      press = pressed
    },
    leave() {
      if (!plus.matches(':hover')) clear()
    },
    clear,
    destroy: () => layer.remove(),
  }
}
