/** A ref: what is taller than its room can be reached with Tab, so that the arrow keys scroll it. */
export function focusIfScrolls(element: HTMLElement | null): void {
  if (element && element.scrollHeight > element.clientHeight) element.tabIndex = 0
}
