import type { View } from '@atelier/documents'
import { type ComponentParam, componentParams, nodeAttribute, type PageNode } from '@atelier/site'
import { operations } from '../session/handles.ts'
import type { FirstCaret } from './caret.ts'
import { typedPlainText } from './domText.ts'
import { typeSpaces } from './spaceKey.ts'
import * as strings from './strings.ts'
import type { TypingHost } from './typedText.ts'

/** A text inside an instance of a component, and the parameter that it shows. */
interface PartText {
  element: HTMLElement
  param: ComponentParam
  value: string
}

/** The parameters of a component's instance that are texts. */
export const textParams = (site: View, instance: PageNode): ComponentParam[] =>
  componentParams(site, nodeAttribute(instance, 'ref') ?? '').filter(({ type }) => type === 'text')

/**
 * Lets a person type in a text of a component's instance: what they type is this instance's value of the parameter
 * that the text shows. Tab goes from one such text to the next. Where no parameter is shown at the point, it says what to do.
 * @param goOn continues in the text of the page behind the instance, or before it
 */
export function startPartTyping(
  host: TypingHost,
  node: PageNode,
  at: FirstCaret,
  goOn: (isBackwards: boolean) => void,
): void {
  const { session, renderer } = host
  const root = renderer.domOf(node.id)
  const site = session.site.get()
  if (!root || !('querySelectorAll' in root) || !site) return
  const holder = root as HTMLElement
  const texts = partTexts(holder, node, textParams(site.local.view, node))
  const first = textAt(texts, at, holder.ownerDocument)
  if (!first) {
    session.problem.set({ message: strings.textOfComponent })
    return
  }
  const frame = holder.ownerDocument
  let current: PartText | undefined
  let listening = new AbortController()
  renderer.hold(node.id)

  function enter(text: PartText) {
    current = text
    const { element } = text
    element.setAttribute('contenteditable', 'plaintext-only')
    element.style.outline = 'none'
    frame.defaultView?.focus()
    element.focus({ preventScroll: true })
    frame.getSelection()?.selectAllChildren(element)
    listening = new AbortController()
    typeSpaces(element, listening.signal)
    element.addEventListener('keydown', onKey)
    element.addEventListener('blur', finish)
  }
  /** Leaves a text with its words in it, and returns how to keep them. */
  function leave({ element, param, value }: PartText): () => void {
    current = undefined
    listening.abort()
    element.removeEventListener('keydown', onKey)
    element.removeEventListener('blur', finish)
    element.removeAttribute('contenteditable')
    const typed = typedPlainText(element).replaceAll('\u00a0', ' ')
    return () => {
      if (typed.trim() === value.trim()) return
      if (!host.page.model.tree().node(node.id)) return session.text.keepLost({ words: typed })
      void session.run(operations.updateNodeProps, { nodeId: node.id, patch: { [param.name]: typed } })
    }
  }
  function finish() {
    if (!current) return
    const { element } = current
    const keep = leave(current)
    frame.getSelection()?.removeAllRanges()
    element.blur()
    renderer.release(host.canvas(undefined))
    host.ended()
    keep()
  }
  function onKey(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.isComposing || !current || !['Escape', 'Enter', 'Tab'].includes(event.key)) return
    event.preventDefault()
    const next = texts[texts.indexOf(current) + (event.shiftKey ? -1 : 1)]
    if (event.key === 'Tab' && next) {
      const keep = leave(current)
      enter(next)
      keep()
      return
    }
    finish()
    if (event.key === 'Tab') goOn(event.shiftKey)
  }
  enter(first)
  host.began({ nodeId: node.id, finish })
}

/** The texts of an instance that are the value of a parameter and nothing else, in their order. */
function partTexts(root: HTMLElement, node: PageNode, params: readonly ComponentParam[]): PartText[] {
  const elements = [...root.querySelectorAll<HTMLElement>('*')].filter((each) => each.childElementCount === 0)
  return elements.flatMap((element) => {
    const text = (element.textContent ?? '').trim()
    if (text === '') return []
    const shown = params
      .map((param) => ({ param, value: nodeAttribute(node, `param-${param.name}`) || param.default }))
      .find(({ value }) => value.trim() === text)
    return shown ? [{ element, ...shown }] : []
  })
}

/** The text at a point, or the first or the last one. */
function textAt(texts: readonly PartText[], at: FirstCaret, frame: Document): PartText | undefined {
  if (at === 'end') return texts.at(-1)
  const point = typeof at === 'object' ? frame.caretPositionFromPoint?.(at.x, at.y)?.offsetNode : undefined
  return point ? texts.find(({ element }) => element.contains(point)) : texts[0]
}
