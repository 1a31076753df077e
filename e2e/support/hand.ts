import type { Locator, Page } from 'playwright-core'
import { until } from './api.ts'
import { placeInCanvas } from './editor.ts'

/** An element of the studio, or a selector of one on the canvas. */
export type Target = Locator | string

export interface ClickOptions {
  button?: 'left' | 'right'
  modifiers?: readonly ('Shift' | 'Alt')[]
  /** Twice in a row, which counts as two clicks. */
  double?: boolean
}

/** A person's mouse, each act counted: a click, a drag, or one text typed and committed. */
export interface Hand {
  readonly acts: number
  click(target: Target, options?: ClickOptions): Promise<void>
  /** Types a text instead of what a field holds, in the one that has the focus without `field`, and commits it by a key. */
  type(text: string, commit?: 'Enter' | 'Escape' | 'Tab', field?: Locator): Promise<void>
}

/** The hand of a person with a mouse in an editor. */
export function hand(page: Page): Hand {
  let acts = 0
  const placeOf = (selector: string) =>
    until(`${selector} on the canvas`, async () => placeInCanvas(page, selector).catch(() => undefined))
  return {
    get acts() {
      return acts
    },
    async click(target, { button = 'left', modifiers = [], double = false } = {}) {
      acts += double ? 2 : 1
      const options = { button, clickCount: double ? 2 : 1 }
      if (typeof target !== 'string') {
        await target.click({ ...options, modifiers: [...modifiers] })
        return
      }
      const { x, y } = await placeOf(target)
      for (const key of modifiers) await page.keyboard.down(key)
      await page.mouse.click(x, y, options)
      for (const key of modifiers) await page.keyboard.up(key)
    },
    async type(text, commit = 'Enter', field) {
      acts += 1
      if (field) await field.focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
      await page.keyboard.press(commit)
    },
  }
}
