import type { Plan } from '@atelier/generate/plan'

export type Direction = 'up' | 'down' | 'left' | 'right'

/** Where a section goes: in front of the one at `index` of a page, counted without itself. */
export interface SectionPlace {
  page: string
  index: number
}

/** The direction of a key that moves; undefined for any other key. */
export function directionOf({ key, altKey }: { key: string; altKey: boolean }): Direction | undefined {
  if (!altKey) return undefined
  const names: Readonly<Record<string, Direction>> = {
    ArrowUp: 'up',
    ArrowDown: 'down',
    ArrowLeft: 'left',
    ArrowRight: 'right',
  }
  return names[key]
}

/** One step of a section: up and down on its page, left and right to the pages beside it. Undefined at the ends. */
export function sectionStep({ pages }: Pick<Plan, 'pages'>, key: string, to: Direction): SectionPlace | undefined {
  const at = pages.findIndex(({ sections }) => sections.some((each) => each.key === key))
  const page = pages[at]
  if (!page) return undefined
  const index = page.sections.findIndex((each) => each.key === key)
  if (to === 'up') return index > 0 ? { page: page.key, index: index - 1 } : undefined
  if (to === 'down') return index < page.sections.length - 1 ? { page: page.key, index: index + 1 } : undefined
  const beside = pages[to === 'left' ? at - 1 : at + 1]
  return beside && { page: beside.key, index: Math.min(index, beside.sections.length) }
}

/** The index of a page after one step; undefined at the ends. */
export function pageStep({ pages }: Pick<Plan, 'pages'>, key: string, to: Direction): number | undefined {
  const at = pages.findIndex((each) => each.key === key)
  const next = to === 'left' || to === 'up' ? at - 1 : at + 1
  return at < 0 || next < 0 || next >= pages.length ? undefined : next
}

/** Where a section lands that is dropped on the one at `over`, before or behind it; undefined where it lies already. */
export function sectionDrop(
  { pages }: Pick<Plan, 'pages'>,
  key: string,
  page: string,
  over: { index: number; behind: boolean },
): SectionPlace | undefined {
  const target = pages.find((each) => each.key === page)
  if (!target) return undefined
  const from = target.sections.findIndex((each) => each.key === key)
  const gap = Math.min(target.sections.length, over.index + (over.behind ? 1 : 0))
  const index = from >= 0 && from < gap ? gap - 1 : gap
  return index === from ? undefined : { page, index }
}

/** The same for a page among pages. */
export function pageDrop(
  { pages }: Pick<Plan, 'pages'>,
  key: string,
  over: { index: number; behind: boolean },
): number | undefined {
  const from = pages.findIndex((each) => each.key === key)
  const gap = Math.min(pages.length, over.index + (over.behind ? 1 : 0))
  const index = from >= 0 && from < gap ? gap - 1 : gap
  return from < 0 || index === from ? undefined : index
}
