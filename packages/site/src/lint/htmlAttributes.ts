import { excerpt } from '@atelier/operation'
import { elementsWith, isBooleanAttribute } from './htmlVocabulary.ts'
import type { MistakeKind, Mistakes } from './mistakes.ts'

const MADE_UP: MistakeKind = {
  says: (list) =>
    `HTML has no such attribute there, so it does nothing: ${list}. Use the element’s own attributes, data-* for a script, or CSS; updateNodeProps with null removes it.`,
}

const ELSEWHERE: MistakeKind = {
  says: (list) => `These attributes do nothing on these elements: ${list}.`,
}

const FALSE: MistakeKind = {
  says: (list) =>
    `${list}: an attribute of this kind is on wherever it stands, whatever its value. Leave it out for off; updateNodeProps with null removes it.`,
}

const QUOTES: MistakeKind = {
  says: (list) =>
    `Typographic quotes do not enclose a value, they became part of it: ${list}. Write " or ' around values; fix it with updateNodeProps.`,
}

const BACKSLASHES: MistakeKind = {
  says: (list) =>
    `Quotes were escaped once too often: ${list} holds the backslashes and quotes themselves. Write class="hero" in html, escaped only once as JSON; fix it with updateNodeProps or replaceNodeHtml.`,
}

/** Attributes whose values people read, where any kind of quote is valid. */
const TEXTS: ReadonlySet<string> = new Set(
  'alt title placeholder content label summary aria-label aria-description aria-roledescription aria-valuetext aria-placeholder value abbr srcdoc'.split(
    ' ',
  ),
)
const SMART = /^[“”„«‟″]|^[‘’‚].*[‘’]$|[“”„‟″]$/

export interface WrittenAttribute {
  tag: string
  name: string
  value: string
  /** The element has an attribute of this name. */
  isKnownName: boolean
}

/**
 * Checks one attribute of an HTML element that is neither custom nor defined by Atelier.
 * @param source the HTML as it was sent; empty if the attribute came by itself
 */
export function checkAttribute(attribute: WrittenAttribute, source: string, mistakes: Mistakes): void {
  const { tag, name, value, isKnownName } = attribute
  const broken = checkQuoting(name, value, source, mistakes)
  if (isKnownName) {
    if (value !== '' && isBooleanAttribute(name) && /^\s*(?:false|off|no|0|null|undefined)\s*$/i.test(value))
      mistakes.add(FALSE, `${name}="${value}"`)
    return
  }
  if (broken) return
  const others = elementsWith(name)
  const shown = value === '' ? name : `${name}="${excerpt(value, 40)}"`
  if (others.length === 0) mistakes.add(MADE_UP, `<${tag} ${shown}>`)
  else {
    const of = others
      .slice(0, 3)
      .map((each) => `<${each}>`)
      .join(', ')
    mistakes.add(ELSEWHERE, `${shown} on <${tag}> (it belongs on ${of})`)
  }
}

/** Whether misplaced quotes broke the attribute, so its name and value do not show what was meant. */
function checkQuoting(name: string, value: string, source: string, mistakes: Mistakes): boolean {
  if (!/^[a-z-]+$/.test(name) && /[“”„‟″\\]/.test(name)) {
    mistakes.add(name.includes('\\') ? BACKSLASHES : QUOTES, name)
    return true
  }
  if (value === '') return /[{}'"`,;]/.test(name)
  if (value.includes('\\') && (/^\\["']|^\\$/.test(value) || (/\\["']$/.test(value) && !/^[[{]/.test(value.trim())))) {
    mistakes.add(BACKSLASHES, `${name}=${value}`)
    return true
  }
  const code = value.charCodeAt(0)
  if (code < 0x80 && value.charCodeAt(value.length - 1) < 0x80) return false
  if (!SMART.test(value)) return false
  // In text for people such a quote may be intended, unless nothing else encloses the value.
  const isText = TEXTS.has(name) || name.startsWith('data-')
  if (isText && !source.includes(`${name}=${value}`)) return false
  mistakes.add(QUOTES, `${name}=${value}`)
  return true
}
