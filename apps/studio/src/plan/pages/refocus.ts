/** Hands the focus to the page or section with this key, once it is drawn at its new place. */
export function focusCard(key: string, tries = 10): void {
  requestAnimationFrame(() => {
    const found = document.querySelector<HTMLElement>(`[data-handle="${CSS.escape(key)}"]`)
    if (found) found.focus()
    else if (tries > 0) focusCard(key, tries - 1)
  })
}
