import { type Mark, MOST_MATCHES } from './marks.ts'

const attribute = 'data-atelier-change'
const shown = 'data-atelier-shown'

/** The colours of the list's marks. They lie over pages of every scheme, so they are the same in each. */
const colours = { added: 'oklch(0.6 0.15 150)', removed: 'oklch(0.6 0.2 25)', changed: 'oklch(0.7 0.15 70)' }

/**
 * Outlines the marked elements of a frame's document, and scrolls to the one to show. Nothing of the page moves by it.
 * @param scale of the frame: the outlines are as thick on the screen in every one
 */
export function showMarks(document: Document, marks: readonly Mark[], only: Mark | undefined, scale: number): void {
  for (const name of [attribute, shown]) {
    for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name)
  }
  for (const mark of marks) for (const element of elementsOf(document, mark)) element.setAttribute(attribute, mark.kind)
  const wanted = only ? elementsOf(document, only) : []
  for (const element of wanted) element.setAttribute(shown, '')
  wanted[0]?.scrollIntoView({ block: 'center' })
  const view = document.defaultView
  if (!view) return
  const sheet = new view.CSSStyleSheet()
  const width = Math.ceil(2 / scale)
  const rules = Object.entries(colours).map(
    ([kind, colour]) =>
      `[${attribute}="${kind}"] { outline: ${width}px solid ${colour} !important; outline-offset: ${-width}px !important }`,
  )
  sheet.replaceSync(
    `${rules.join('\n')}\n[${shown}] { outline-width: ${2 * width}px !important; outline-style: solid !important }`,
  )
  document.adoptedStyleSheets = [sheet]
}

/**
 * Scrolls one window to where another one is: by what both show, so that pages stay level below a part that one of them
 * lacks. Returns whether that moves it.
 */
export function scrollAlong(source: Window, other: Window): boolean {
  const { scrollHeight } = other.document.documentElement
  const wanted = other.scrollY + distance(source, other)
  const top = Math.round(Math.max(0, Math.min(wanted, scrollHeight - other.innerHeight)))
  if (Math.abs(top - other.scrollY) < 1) return false
  other.scrollTo({ top, behavior: 'instant' })
  return true
}

/** How far the other window has to scroll to show the same. */
function distance(source: Window, other: Window): number {
  for (const share of [0.3, 0.1, 0.5, 0.7, 0.9]) {
    const at = source.document.elementFromPoint(source.innerWidth / 2, source.innerHeight * share)
    for (let each = at?.closest('[uid]'); each && each !== source.document.body; ) {
      const uid = each.getAttribute('uid') ?? ''
      const partner = other.document.querySelector(`[uid="${CSS.escape(uid)}"]`)
      // An element taller than the window says little of the position.
      if (each.getBoundingClientRect().height > source.innerHeight) break
      if (partner) return partner.getBoundingClientRect().top - each.getBoundingClientRect().top
      each = each.parentElement?.closest('[uid]')
    }
  }
  return source.scrollY - other.scrollY
}

function elementsOf(document: Document, { nodeId, selector }: Mark): Element[] {
  if (nodeId !== undefined) {
    const element = document.querySelector(`[uid="${CSS.escape(nodeId)}"]`)
    return element ? [element] : []
  }
  try {
    const all = [...document.querySelectorAll(selector ?? ':not(*)')].filter((each) => document.body.contains(each))
    return all.filter((each) => each !== document.body).slice(0, MOST_MATCHES)
  } catch {
    // A selector that this browser does not know matches nothing in it.
    return []
  }
}
