import { lightAndDark, readColor } from '@atelier/site'

/** The context of reading a colour. */
export interface ColorContext {
  /** A computed property of the element that has the value, custom properties too. */
  computed: (property: string) => string
  scheme: 'light' | 'dark'
}

/**
 * The displayed colour of a value: the one that was written, that a token has, or that is for the scheme which is
 * shown, so that neither a rule of `:hover` under the pointer nor a transition changes it. A value that only a browser
 * can resolve is the computed colour.
 */
export function shownColor(value: string, property: string, { computed, scheme }: ColorContext): string {
  const variable = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  const text = variable === undefined ? value : computed(variable)
  const one = lightAndDark(text)?.[scheme] ?? text
  return readColor(one).kind === 'known' ? one.trim() : computed(property)
}

/** The scheme in which an element is shown: what its `color-scheme` asks for, or what the browser prefers of both. */
export function schemeOf(element: Element | undefined): 'light' | 'dark' {
  const view = element?.ownerDocument.defaultView
  if (!element || !view) return 'light'
  const asked = view.getComputedStyle(element).colorScheme.split(/\s+/)
  if (!asked.includes('dark')) return 'light'
  return !asked.includes('light') || view.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
