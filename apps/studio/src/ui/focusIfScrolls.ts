/** A ref: what is larger than its room can be reached with Tab, so that the arrow keys scroll it. */
export function focusIfScrolls(element: HTMLElement | null): void {
  if (!element) return
  if (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth) element.tabIndex = 0
}
