import { type ComponentParam, componentParams, nodeAttribute, type PageNode } from '@atelier/site'
import { operations } from '../session/handles.ts'
import type { FirstCaret } from './caret.ts'
import * as strings from './strings.ts'
import type { TypingHost } from './typing.ts'

/** A text inside an instance of a component, and the parameter that it shows. */
interface PartText {
  element: HTMLElement
  param: ComponentParam
  value: string
}

/**
 * Lets a person type in a text of a component's instance: what they type is this instance's value of the parameter
 * that the text shows. Where no parameter is shown at the point, it says what to do.
 */
export function startPartTyping(host: TypingHost, node: PageNode, at: FirstCaret): void {
  const { session, renderer } = host
  const root = renderer.domOf(node.id)
  const site = session.site.get()
  if (!root || !('querySelectorAll' in root) || !site) return
  const holder = root as HTMLElement
  const params = componentParams(site.local.view, nodeAttribute(node, 'ref') ?? '').filter(
    ({ type }) => type === 'text',
  )
  const found = findText(holder, node, params, at)
  if (!found) {
    session.problem.set({ message: strings.textOfComponent })
    return
  }
  const { element, param, value } = found
  const frame = element.ownerDocument
  let finished = false
  renderer.hold(node.id)
  element.setAttribute('contenteditable', 'plaintext-only')
  element.style.outline = 'none'
  frame.defaultView?.focus()
  element.focus({ preventScroll: true })
  frame.getSelection()?.selectAllChildren(element)

  const finish = () => {
    if (finished) return
    finished = true
    element.removeEventListener('keydown', onKey)
    element.removeEventListener('blur', finish)
    const typed = (element.textContent ?? '').replaceAll('\u00a0', ' ')
    frame.getSelection()?.removeAllRanges()
    element.blur()
    renderer.release(host.canvas(undefined))
    host.ended()
    if (typed.trim() !== value.trim()) {
      void session.run(operations.updateNodeProps, { nodeId: node.id, patch: { [param.name]: typed } })
    }
  }
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return
    event.preventDefault()
    finish()
  }
  element.addEventListener('keydown', onKey)
  element.addEventListener('blur', finish)
  host.began({ nodeId: node.id, finish })
}

/** The text at a point, or the first one, that is the value of a parameter and nothing else. */
function findText(
  root: HTMLElement,
  node: PageNode,
  params: readonly ComponentParam[],
  at: FirstCaret,
): PartText | undefined {
  const frame = root.ownerDocument
  const point = typeof at === 'object' ? frame.caretPositionFromPoint?.(at.x, at.y)?.offsetNode : undefined
  const elements = [...root.querySelectorAll<HTMLElement>('*')].filter((each) => each.childElementCount === 0)
  const here = point ? elements.filter((each) => each.contains(point)) : elements
  for (const element of here) {
    const text = (element.textContent ?? '').trim()
    if (text === '') continue
    for (const param of params) {
      const value = nodeAttribute(node, `param-${param.name}`) || param.default
      if (value.trim() === text) return { element, param, value }
    }
  }
  return undefined
}
