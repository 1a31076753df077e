/**
 * The requested state of a checkbox. It shows what it was until the state that it shows has changed, so that it stays
 * right when the change is refused.
 */
export function askedState(box: HTMLInputElement): boolean {
  const asked = box.checked
  box.checked = !asked
  return asked
}

/** The chosen option of a select element. It shows the old value until the state that it shows has changed. */
export function askedOption(select: HTMLSelectElement, shown: string): string {
  const asked = select.value
  select.value = shown
  return asked
}
