/** A box in the overlay's own pixels. */
interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface OverlayTarget {
  element: Element
  label: string
}

export interface OverlayView {
  hovered?: OverlayTarget
  selected?: OverlayTarget
  /** The component that is edited in its page: what is around it is dimmed. */
  edited?: OverlayTarget
  /** The copy of a loop's entry under the pointer. */
  copy?: OverlayTarget
  /** The other selected nodes. */
  others?: readonly OverlayTarget[]
  /** The node that the agent works on right now. */
  agent?: OverlayTarget
  peers: readonly (OverlayTarget & { color: string; isTyping?: boolean })[]
  /** How many overlay pixels one page pixel is. */
  scale: number
}

export interface Overlay {
  /** Draws on the next frame; cheap to call often. */
  draw(view: OverlayView): void
  /** The page scrolled or was laid out again: draws the same view again. */
  refresh(): void
  /** An outline that fades. */
  flash(element: Element, by: 'hand' | 'agent'): void
  destroy(): void
}

const flashTime = 1_400
const mostFlashes = 40

/** Draws outlines over the frame, outside of it, so that nothing of the studio is in the user's page. */
export function createOverlay(
  root: HTMLElement,
  classes: Record<string, string | undefined>,
  painted: () => void = () => undefined,
): Overlay {
  let view: OverlayView = { peers: [], scale: 1 }
  let frame = 0
  const boxes = new Map<string, HTMLElement>()
  const flashes = new Map<HTMLElement, { element: Element; until: number }>()

  function box(name: string, kind: string, withLabel: boolean): HTMLElement {
    const existing = boxes.get(name)
    if (existing) return existing
    const made = document.createElement('div')
    made.className = `${classes.box ?? ''} ${classes[kind] ?? ''}`
    if (withLabel) {
      const label = document.createElement('span')
      label.className = classes.label ?? ''
      made.append(label)
    }
    root.append(made)
    boxes.set(name, made)
    return made
  }

  function boxOf(element: Element): Box | undefined {
    if (!element.isConnected) return undefined
    const { left, top, width, height } = rectOf(element)
    // A hidden element has no box.
    if (width === 0 && height === 0) return undefined
    const { scale } = view
    return { left: left * scale, top: top * scale, width: width * scale, height: height * scale }
  }

  function put(made: HTMLElement, at: Box | undefined) {
    if (!at) {
      made.hidden = true
      return
    }
    made.hidden = false
    made.style.transform = `translate(${Math.round(at.left)}px, ${Math.round(at.top)}px)`
    made.style.width = `${Math.max(1, Math.round(at.width))}px`
    made.style.height = `${Math.max(1, Math.round(at.height))}px`
    // A label that would be cut off above the frame is drawn inside its box.
    made.toggleAttribute('data-inside', at.top < 22)
    made.toggleAttribute('data-right', at.left + 160 > root.clientWidth)
  }

  function show(name: string, kind: string, target: OverlayTarget | undefined, color?: string) {
    if (!target) {
      const existing = boxes.get(name)
      if (existing) existing.hidden = true
      return
    }
    const made = box(name, kind, true)
    const label = made.firstElementChild
    if (label && label.textContent !== target.label) label.textContent = target.label
    if (color) made.style.setProperty('--peer', color)
    put(made, boxOf(target.element))
  }

  function paint() {
    frame = 0
    show('edited', 'edited', view.edited)
    show('copy', 'copy', view.copy)
    show('hovered', 'hovered', view.hovered?.element === view.selected?.element ? undefined : view.hovered)
    show('agent', 'agent', view.agent)
    show('selected', 'selected', view.selected)
    view.others?.forEach((other, index) => {
      show(`other${index}`, 'other', other)
    })
    view.peers.forEach((peer, index) => {
      show(`peer${index}`, 'peer', peer, peer.color)
      boxes.get(`peer${index}`)?.toggleAttribute('data-typing', peer.isTyping === true)
    })
    for (const [name, made] of boxes) {
      if (name.startsWith('peer') && Number(name.slice(4)) >= view.peers.length) made.hidden = true
      if (name.startsWith('other') && Number(name.slice(5)) >= (view.others?.length ?? 0)) made.hidden = true
    }
    for (const [made, { element, until }] of flashes) {
      if (performance.now() > until || !element.isConnected) {
        made.remove()
        flashes.delete(made)
      } else put(made, boxOf(element))
    }
    // An element that the agent wrote may still be moving to its final place: its outline stays on it all the time.
    if (view.agent || flashes.size > 0 || moving()) refresh()
    painted()
  }

  /** Whether a transition moves what is outlined: a change of its own size or place, or of what stands around it. */
  const moving = () => {
    const element = view.selected?.element ?? view.hovered?.element
    return element?.ownerDocument.getAnimations?.().some((each) => 'transitionProperty' in each) ?? false
  }

  const refresh = () => {
    if (frame === 0) frame = requestAnimationFrame(paint)
  }
  // Pictures and fonts that arrive late move things without any event that reaches us.
  const slowly = setInterval(refresh, 400)

  return {
    draw(next) {
      view = next
      refresh()
    },
    refresh,
    flash(element, by) {
      if (flashes.size >= mostFlashes) return
      for (const flash of flashes.values()) {
        if (flash.element === element) {
          flash.until = performance.now() + flashTime
          return
        }
      }
      const made = document.createElement('div')
      made.className = `${classes.box ?? ''} ${classes.flash ?? ''} ${classes[by] ?? ''}`
      root.append(made)
      flashes.set(made, { element, until: performance.now() + flashTime })
      refresh()
    },
    destroy() {
      cancelAnimationFrame(frame)
      clearInterval(slowly)
      root.replaceChildren()
    },
  }
}

/** The box of an element; for one that has none itself (`display: contents`), the box of its content. */
function rectOf(element: Element): DOMRect {
  if (element.getClientRects().length > 0 || !element.firstChild) return element.getBoundingClientRect()
  const range = element.ownerDocument.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}
