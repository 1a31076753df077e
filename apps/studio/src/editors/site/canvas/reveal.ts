/** Scrolls an element of a frame into sight, if what one sees of it is not enough. */
export function revealElement(view: Window, element: Element): void {
  const { top, bottom } = element.getBoundingClientRect()
  const tall = view.innerHeight
  if (top >= 0 && bottom <= tall) return
  if (top < tall * 0.7 && bottom > tall * 0.3) return
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const box = element.getClientRects().length > 0 ? element : element.firstElementChild
  box?.scrollIntoView({
    block: bottom - top > tall ? 'start' : 'center',
    behavior: calm ? 'instant' : 'smooth',
  })
}
