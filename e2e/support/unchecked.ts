import type { Page } from 'playwright-core'

/** A tab's record of the checked parts of its pages. */
export interface CheckedWindow {
  /** Numbers of an element's own markup, of it with all that is in it, and of it under its ancestors. */
  numbers?: Map<string, number>
  checked?: Set<number>
  /** The outermost elements that were not checked as they are now. */
  unchecked?: Element[]
}

/**
 * Finds the outermost elements which this tab has not shown before with the same markup under the same ancestors. Afterwards they
 * count as checked. The result is kept in `unchecked` of the window.
 * @returns how many they are
 */
export async function findUnchecked(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const memory = window as unknown as CheckedWindow
    memory.numbers ??= new Map()
    memory.checked ??= new Set()
    const { numbers, checked } = memory
    const numberOf = (text: string) => {
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, numbers.size)
      return numbers.size - 1
    }
    const own = new Map<Element, string>()
    const whole = new Map<Element, number>()
    const read = (element: Element): number => {
      const { outerHTML } = element.cloneNode(false) as Element
      const texts = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''))
      // The ids that a component makes up differ each time that it is shown.
      own.set(element, `${outerHTML.replace(/\bP\d+-\d+/g, '')} ${texts.join('|')}`)
      const number = numberOf(`${own.get(element)} ${[...element.children].map(read).join()}`)
      whole.set(element, number)
      return number
    }
    const found: Element[] = []
    /** @param isPart whether an element around it was found, and it is checked with that one */
    const visit = (element: Element, around: number, isPart: boolean) => {
      if (element.tagName === 'IFRAME') return
      const shown = numberOf(`${around}>${whole.get(element)}`)
      if (checked.has(shown)) return
      checked.add(shown)
      const place = numberOf(`${around}/${own.get(element)}`)
      const isNew = !checked.has(place)
      checked.add(place)
      if (isNew && !isPart) found.push(element)
      for (const child of element.children) visit(child, place, isNew || isPart)
    }
    read(document.documentElement)
    visit(document.documentElement, -1, false)
    memory.unchecked = found
    return found.length
  })
}
