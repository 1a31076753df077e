import type { Locator, Page } from 'playwright-core'
import { until } from './api.ts'

/** So many times Tab is pressed at most to come from one place of the studio to another. */
const MAX_TABS = 150

/** A person who has only keys. */
export interface Keyboard {
  press(...keys: readonly string[]): Promise<void>
  /** Whether an element has the focus. */
  has(target: Locator): Promise<boolean>
  /** Waits until it has. */
  focused(target: Locator): Promise<void>
  /** Goes to a part of the studio by Tab, or by Shift and Tab. */
  reach(target: Locator): Promise<void>
  /** Goes to it and presses Enter, or another key. */
  push(target: Locator, key?: string): Promise<void>
  /** Goes to a field, types over all that it holds, and commits that by a key. */
  fill(target: Locator, text: string, commit?: 'Enter' | 'Escape' | 'Tab'): Promise<void>
}

/** Where the focus is, from an element: on it, before it or behind it in the order of Tab. */
function focusFromElement(element: Node): 'gone' | 'here' | 'nowhere' | 'before' | 'behind' {
  if (!element.isConnected) return 'gone'
  const at = document.activeElement
  if (element === at) return 'here'
  if (!at || at === document.body) return 'nowhere'
  return element.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_PRECEDING ? 'before' : 'behind'
}

export function keyboard(page: Page): Keyboard {
  const focusFrom = (target: Locator) => target.evaluate(focusFromElement)
  const keys: Keyboard = {
    async press(...names) {
      for (const name of names) await page.keyboard.press(name)
    },
    has: async (target) => (await focusFrom(target)) === 'here',
    async focused(target) {
      await until('the focus', () => keys.has(target))
    },
    async reach(target) {
      await target.waitFor()
      // Finding it by its role again at every stop would look at the whole page each time.
      let found = await target.elementHandle()
      for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
        const where = found ? await found.evaluate(focusFromElement) : 'gone'
        if (where === 'here') return
        if (where === 'gone') found = await target.elementHandle()
        else await keys.press(where === 'behind' ? 'Shift+Tab' : 'Tab')
      }
      throw new Error(`Tab does not lead to ${target}`)
    },
    async push(target, key = 'Enter') {
      await keys.reach(target)
      await keys.press(key)
    },
    async fill(target, text, commit = 'Tab') {
      await keys.reach(target)
      await keys.press('ControlOrMeta+a')
      await page.keyboard.type(text)
      await keys.press(commit)
    },
  }
  return keys
}
