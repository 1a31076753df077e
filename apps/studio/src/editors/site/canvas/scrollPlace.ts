import { eachFrame } from './schedule.ts'

/** A node, and the top of its box from the top edge of the frame, in parts of the box's height. */
export interface PlaceAtTop {
  nodeId: string
  above: number
}

/** The scroll position of a page, given by the element at the top of its frame. */
export interface ScrollPlace {
  /** The element at the top now. */
  read(): PlaceAtTop | undefined
  /** Scrolls that element to the same place. A page that is too short for that does so once its frame is less tall. */
  show(place: PlaceAtTop): void
  /** Shows again what stood there after a person scrolled last, since the frame has another size. */
  restore(): void
  /** The page was scrolled. */
  scrolled(): void
  /** Another page is shown, from its top. */
  forget(): void
  stop(): void
}

export interface ScrollPlaceOptions {
  view: Window
  nodeOf(element: Element | null): string | undefined
  elementOf(nodeId: string): Element | undefined
}

export function createScrollPlace({ view, nodeOf, elementOf }: ScrollPlaceOptions): ScrollPlace {
  /** Undefined at the top of the page. */
  let kept: PlaceAtTop | undefined
  /** How often the page was just scrolled to a place, and not by a person. */
  let settling = 0

  /** A fixed element, such as a header, says nothing about the scroll position. */
  function stays(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { position } = view.getComputedStyle(at)
      if (position === 'fixed' || position === 'sticky') return true
    }
    return false
  }

  function read(): PlaceAtTop | undefined {
    const [found] = view.document.elementsFromPoint(view.innerWidth / 2, 1).filter((each) => !stays(each))
    const nodeId = nodeOf(found ?? null)
    const box = nodeId === undefined ? undefined : elementOf(nodeId)?.getBoundingClientRect()
    return nodeId === undefined || !box ? undefined : { nodeId, above: box.height > 0 ? -box.top / box.height : 0 }
  }

  function show(place: PlaceAtTop) {
    const box = elementOf(place.nodeId)?.getBoundingClientRect()
    if (!box) return
    kept = place
    settling += 1
    // The browser tells of this scroll in the next frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        settling -= 1
      }),
    )
    view.scrollBy({ top: box.top + place.above * box.height, behavior: 'instant' })
  }

  const following = eachFrame(() => {
    if (settling === 0) kept = view.scrollY > 0 ? read() : undefined
  })

  return {
    read,
    show,
    restore() {
      if (kept) show(kept)
    },
    scrolled: following.ask,
    forget() {
      kept = undefined
    },
    stop: following.stop,
  }
}
