import { boundField, type FieldOrigin } from '@atelier/site'
import { paths } from '../../../navigation/paths.ts'
import { boundText } from '../session/content/shownContent.ts'
import { windowBox } from './caret.ts'
import { typedPlainText } from './domText.ts'
import { typeSpaces } from './spaceKey.ts'
import * as strings from './strings.ts'
import type { TypingHost } from './typedText.ts'

/** A text of the page that comes from a field of an entry. */
export interface FieldText {
  /** The node selected while it is edited: the element that shows it, or what that is a part of. */
  nodeId: string
  bound: FieldOrigin
  /** Where it is shown: the element itself, or a copy of it in another row of a loop. */
  element: Element
  /** The canvas node that stays untouched meanwhile. */
  held: string
}

/** A model without locales is written without one. */
const ANY = '*'

/**
 * Lets a person type in a text that comes from an entry: what they type is written into its field. A field that is no
 * plain text, or shows something else than its text, is not typed here: a note leads to the entry.
 */
export function startFieldTyping(host: TypingHost, { nodeId, bound, element, held }: FieldText): void {
  const { session, renderer } = host
  const shown = session.content.shown.get()
  const box = windowBox(element)
  // The page may have been shown anew while this code was loaded.
  if (!shown || !box || !element.isConnected) return
  const at = boundField(shown.composition.content, bound)
  if (!at) {
    session.select(nodeId)
    session.text.field.set({ box, message: strings.madeOfEntry(bound.field), isTyped: false, ...entryOf(bound) })
    return
  }
  const { model, field } = at
  const locale = at.locale === ANY ? undefined : at.locale
  const value = boundText(shown, at)
  const plain = shown.models.find(({ id }) => id === model.id)?.fields.find(({ name }) => name === field.name)?.plain
  const isShownWhole = value !== undefined && sameWords(element.textContent ?? '', value)
  const { readOnly } = host.page.document.sync.get()
  if (
    readOnly ||
    plain === undefined ||
    bound.format !== undefined ||
    !isShownWhole ||
    !('contentEditable' in element)
  ) {
    const message = strings.comesFrom(model.label, field.label, locale)
    session.select(nodeId)
    session.text.field.set({ box, message, isTyped: false, ...linkTo(model.id, at.id, locale) })
    return
  }

  const typed = element as HTMLElement
  const frame = typed.ownerDocument
  let finished = false
  renderer.hold(held)
  // Text around the token is not part of the field.
  typed.textContent = value
  typed.setAttribute('contenteditable', 'plaintext-only')
  typed.style.outline = 'none'
  frame.defaultView?.focus()
  typed.focus({ preventScroll: true })
  frame.getSelection()?.selectAllChildren(typed)
  const listening = new AbortController()
  typeSpaces(typed, listening.signal)
  typed.addEventListener('keydown', onKey)
  typed.addEventListener('blur', finish)
  const message = strings.writesField(model.label, field.label, locale, shown.writesTo === 'branch')
  session.text.field.set({ box, message, isTyped: true })
  host.page.document.showTyping(nodeId)
  // Words for a deleted entry are kept as lost.
  const stopFollowing = session.content.shown.subscribe(() => {
    const now = session.content.shown.get()
    if (now && now.branch === shown.branch && boundText(now, at) === undefined) finish()
  })
  host.began({ nodeId, element, finish })

  function finish() {
    if (finished) return
    finished = true
    listening.abort()
    stopFollowing()
    typed.removeEventListener('keydown', onKey)
    typed.removeEventListener('blur', finish)
    const text = writtenText(typedPlainText(typed), value ?? '', plain === 'lines')
    frame.getSelection()?.removeAllRanges()
    typed.blur()
    // It is shown as written from here on, before the server has answered.
    if (at && text !== value) void session.content.write({ at, text, base: value ?? '', branch: shown?.branch })
    renderer.release(host.canvas(undefined))
    session.text.field.set(undefined)
    host.page.document.showTyping(undefined)
    host.ended()
  }

  function onKey(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.isComposing || !['Escape', 'Enter', 'Tab'].includes(event.key)) return
    if (event.key === 'Enter' && event.shiftKey && plain === 'lines') return
    event.preventDefault()
    finish()
  }

  function linkTo(modelId: string, entry: string, inLocale: string | undefined) {
    const place = { model: modelId, entry, ...(inLocale === undefined ? {} : { locale: inLocale }) }
    const title = shown?.entry?.model === modelId && shown.entry.id === entry ? shown.entry.title : entry
    return { link: { to: paths.content(session.projectId, place), label: strings.openEntry(title) } }
  }

  function entryOf({ source, entry }: FieldOrigin) {
    return source.table === undefined ? {} : linkTo(source.table, String(entry.id), undefined)
  }
}

/** The text of an element that was typed in: the browser types a space that does not break where two would become one. */
function writtenText(text: string, before: string, hasLines: boolean): string {
  const spaces = before.includes('\u00a0') ? text : text.replaceAll('\u00a0', ' ')
  return hasLines ? spaces : spaces.replace(/[\r\n]+/g, ' ')
}

const sameWords = (one: string, other: string) => words(one) === words(other)
const words = (text: string) => text.split(/\s+/).join(' ').trim()
