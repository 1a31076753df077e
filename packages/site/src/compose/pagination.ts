import { Placed, type Scope } from './pieces.ts'

/** The address of the page with this number: `/blog/`, `/blog/page/2/`. */
export function numberedUrl(url: string, number: number): string {
  if (number <= 1) return url
  return `${url.replace(/(?:\.html?|\/)$/i, '')}/page/${number}/`
}

/** The links to the pages of a loop, as a `<nav class="pagination">` of numbers. */
export function pageLinks(scope: Scope, url: string, current: number, count: number): Placed {
  const pieces: Placed[] = []
  for (const number of shownNumbers(current, count)) {
    if (pieces.length > 0) pieces.push(new Placed(scope, undefined, { text: ' ' }))
    const isCurrent = number === current
    pieces.push(
      number === 0
        ? new Placed(scope, undefined, { text: '…' })
        : new Placed(scope, undefined, {
            tag: 'a',
            attrs: [
              ['href', numberedUrl(url, number)],
              ...(isCurrent ? ([['aria-current', 'page']] as const) : []),
              ...(number === current - 1 ? ([['rel', 'prev']] as const) : []),
              ...(number === current + 1 ? ([['rel', 'next']] as const) : []),
            ],
            pieces: [new Placed(scope, undefined, { text: String(number) })],
          }),
    )
  }
  return new Placed(scope, undefined, { tag: 'nav', attrs: [['class', 'pagination']], pieces })
}

/** The first, the last, and the numbers around the current one; 0 marks a gap. */
function shownNumbers(current: number, count: number): number[] {
  const numbers: number[] = []
  for (let number = 1; number <= count; number += 1) {
    const isNear = Math.abs(number - current) <= 2
    if (number === 1 || number === count || isNear || count <= 9) numbers.push(number)
    else if (numbers.at(-1) !== 0) numbers.push(0)
  }
  return numbers
}
