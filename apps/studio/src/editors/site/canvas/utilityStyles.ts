import type { View } from '@atelier/documents'
import { siteUtilities, utilityCss } from '@atelier/site'

export interface UtilityStyles {
  /** The CSS of the utility classes in the frame; empty if the site has no utilities. */
  css(): string
  stop(): void
}

/** How long the page has to be left alone before its classes are compiled again. */
const REST_MS = 60

/**
 * Compiles the utility classes that a frame shows, whenever they change. The compiler is loaded for the first site that
 * has utilities.
 * @param changed called when the CSS is another one
 */
export function createUtilityStyles(
  document: Document,
  site: () => View | undefined,
  changed: () => void,
): UtilityStyles {
  let css = ''
  let compiled = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  async function compile() {
    const view = site()
    const utilities = view && siteUtilities(view)
    const names = new Set<string>()
    if (utilities) {
      for (const element of document.querySelectorAll('[class]')) for (const name of element.classList) names.add(name)
    }
    const key = utilities ? `${utilities.theme}\n${[...names].sort().join(' ')}` : ''
    if (key === compiled) return
    compiled = key
    const next = view && utilities ? await utilityCss(view, names) : ''
    if (stopped || compiled !== key || next === css) return
    css = next
    changed()
  }

  const ask = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void compile(), REST_MS)
  }
  const observer = new MutationObserver(ask)
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] })
  return {
    css: () => css,
    stop() {
      stopped = true
      clearTimeout(timer)
      observer.disconnect()
    },
  }
}
