import { parseCss } from '../packages/site/src/css/parse.ts'
import { printCss } from '../packages/site/src/css/printCss.ts'
import { upsertCss } from '../packages/site/src/sheet/upsert.ts'
import { countingIds, memoryDraft } from '../packages/site/testing/memoryDraft.ts'
import { printSheet } from '../packages/site/testing/printSheet.ts'

/** A stylesheet of about `size` characters: components with states, media rules, custom properties, nesting. */
export function makeStylesheet(size: number): string {
  let css = ':root { --ink: #222; --paper: #fff; --space: 1rem }\n'
  for (let index = 0; css.length < size; index += 1) {
    css += `
/* Component ${index} */
.card-${index} {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(${200 + (index % 7) * 10}px, 1fr));
  gap: calc(var(--space) * ${1 + (index % 3)});
  padding: ${index % 40}px ${index % 30}px;
  color: var(--ink);
  background: linear-gradient(135deg, oklch(0.${index % 10} 0.1 ${index % 360}), #fff) no-repeat;

  &:hover { transform: translateY(-2px) }
}
.card-${index} > h2:first-child { font: 600 1.${index % 9}rem/1.2 "Inter", sans-serif }
@media (max-width: 768px) { .card-${index} { grid-template-columns: 1fr; padding: 8px } }
`
  }
  return css
}

/** Times in milliseconds, sizes in characters. */
export async function run(): Promise<object> {
  const css = makeStylesheet(280_000)
  const newId = countingIds()
  const parse = median(15, () => parseCss(css))
  const sheet = parseCss(css)
  const print = median(15, () => printSheet(sheet))
  const roundTrip = printSheet(sheet) === css
  const store = median(5, () => upsertCss(memoryDraft(), css, newId))
  const site = memoryDraft()
  upsertCss(site, css, newId)
  const printStored = median(9, () => printCss(site))
  let turn = 0
  const upsert = median(15, () => {
    turn += 1
    upsertCss(site, `.card-17 { color: rgb(0 0 ${turn}) }\n.new-${turn} { top: 0 }`, newId)
  })
  const bytes = { authored: css.length, stored: printCss(memoryWith(css)).length }
  return { ...bytes, rules: sheet.items.length, roundTrip, parse, print, store, printStored, upsert }
}

function memoryWith(css: string) {
  const draft = memoryDraft()
  upsertCss(draft, css, countingIds())
  return draft
}

function median(times: number, work: () => unknown): number {
  const durations: number[] = []
  for (let index = 0; index < times; index += 1) {
    const began = performance.now()
    work()
    durations.push(performance.now() - began)
  }
  const sorted = durations.toSorted((a, b) => a - b)
  return Number((sorted[Math.floor(times / 2)] ?? 0).toFixed(2))
}
