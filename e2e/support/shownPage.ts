/** How a page looks and what it says. */
export interface ShownPage {
  /** The main blocks in their order, each by its element and first words. */
  blocks: { name: string; box: [left: number, top: number, width: number, height: number] }[]
  /** Every text that is not white space, in its order. */
  texts: string[]
  /** The headers and footers of the page. */
  frames: { header: number; footer: number }
  /** Links to the same origin, without anchors. */
  links: string[]
}

/** Runs in a page. */
export function shownPage(): ShownPage {
  const squashed = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
  const wanted =
    'header, nav, main, section, article, footer, aside, form, table, figure, h1, h2, h3, p, ul, ol, li, img, iframe, button, a, input, details'
  const blocks: ShownPage['blocks'] = []
  for (const element of document.body.querySelectorAll(wanted)) {
    const { left, top, width, height } = element.getBoundingClientRect()
    const words = squashed(element.textContent).replaceAll(' ', '').slice(0, 40)
    const name = `<${element.localName}> ${words}`
    blocks.push({ name, box: [left + scrollX, top + scrollY, width, height] })
  }
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = squashed(node.textContent)
    if (text !== '' && !node.parentElement?.closest('script, style, template, noscript')) texts.push(text)
  }
  const outermost = (tag: string) =>
    [...document.querySelectorAll(tag)].filter((each) => !each.parentElement?.closest('main, section, article')).length
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname, search }) => pathname + search)
  return {
    blocks,
    texts,
    frames: { header: outermost('header'), footer: outermost('footer') },
    links: [...new Set(links)],
  }
}

/** The differences that a visitor would notice, as sentences; none if the pages are alike. */
export function visibleDifferences(raw: ShownPage, published: ShownPage, most = 2): string[] {
  const found: string[] = []
  const texts = difference(raw.texts, published.texts)
  if (texts.length > 0) found.push(`texts: ${texts.slice(0, 6).join(' | ')}`)
  const names = difference(
    raw.blocks.map(({ name }) => name),
    published.blocks.map(({ name }) => name),
  )
  if (names.length > 0) found.push(`blocks: ${names.slice(0, 6).join(' | ')}`)
  if (names.length > 0) return found
  for (const [at, { name, box }] of raw.blocks.entries()) {
    const other = published.blocks[at]?.box ?? [0, 0, 0, 0]
    if (box.some((value, i) => Math.abs(value - (other[i] ?? 0)) > most))
      found.push(`${name}: ${box.map(Math.round)} became ${other.map(Math.round)}`)
  }
  return found.slice(0, 4)
}

/** What one list has and the other has not, counted, as `- lost` and `+ added`. */
function difference(one: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const each of one) counts.set(each, (counts.get(each) ?? 0) + 1)
  for (const each of other) counts.set(each, (counts.get(each) ?? 0) - 1)
  return [...counts].flatMap(([each, count]) => (count === 0 ? [] : [`${count > 0 ? '-' : '+'} ${each}`]))
}
