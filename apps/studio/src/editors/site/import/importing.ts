import type { ImportDone, ImportPlan } from '@atelier/api'
import type { ConflictChoice, ImportChoices } from '../../../api/import.ts'
import { count } from '../../../ui/words.ts'

/** The choices about a plan. */
export interface Chosen {
  /** By path; what is not in it follows the plan. */
  items: Readonly<Record<string, ConflictChoice>>
  /** Files in use that cannot be imported, and that the site is to go without. */
  without: ReadonlySet<string>
  template: boolean
  /** Frames are added at the widths of the imported media queries. */
  frames: boolean
  /** The pages of the untouched starter stay. */
  keepsStarter: boolean
  /** Undefined if nothing was chosen: the plan then decides. */
  unused: boolean | undefined
}

type Conflict = Pick<ImportPlan['conflicts'][number], 'path' | 'usual'>

/** The resolution of one conflict of a plan. Only pages of the untouched starter are usually replaced. */
export function choiceFor(
  { path, usual }: Conflict,
  { items, keepsStarter }: Pick<Chosen, 'items' | 'keepsStarter'>,
): ConflictChoice {
  return items[path] ?? (keepsStarter && usual === 'replace' ? 'rename' : usual)
}

/** The choices without those to replace a page of the starter, for when its pages are to stay. */
export function withoutReplacing(items: Chosen['items'], conflicts: readonly Conflict[]): Chosen['items'] {
  const starters = new Set(conflicts.flatMap(({ path, usual }) => (usual === 'replace' ? [path] : [])))
  return Object.fromEntries(
    Object.entries(items).filter(([path, choice]) => choice !== 'replace' || !starters.has(path)),
  )
}

/**
 * The choices as the server accepts them. The starter is kept as soon as one page that would go is to stay; those of its
 * pages that are replaced as shown are then named, since the server would rename the import’s.
 */
export function importChoices(
  { conflicts, media }: { conflicts: readonly Conflict[]; media: ImportPlan['media'] },
  { items, without, template, frames, keepsStarter, unused }: Chosen,
): ImportChoices {
  const ofStarter = conflicts.filter(({ usual }) => usual === 'replace')
  const replaced = ofStarter.filter((conflict) => choiceFor(conflict, { items, keepsStarter }) === 'replace')
  const keepsOne = replaced.length < ofStarter.length
  const named = keepsOne ? replaced.map(({ path }) => [path, 'replace' as const] as const) : []
  const skipped = [...without].map((path) => [path, 'skip' as const] as const)
  return {
    items: { ...items, ...Object.fromEntries([...named, ...skipped]) },
    starter: keepsStarter || keepsOne ? 'keep' : 'replace',
    template,
    frames,
    unused: unused ?? media.takesUnused,
  }
}

/** The files in use that cannot be imported: nothing is imported before the user agreed to each. */
export function askedFor({ leftOut }: Pick<ImportPlan, 'leftOut'>): { path: string; why: string }[] {
  return leftOut.filter(({ asks }) => asks)
}

/** Whether a plan brings anything. A folder with only pictures is enough. */
export function bringsSomething({ pages, media }: Pick<ImportPlan, 'pages' | 'media'>): boolean {
  return pages.length > 0 || media.files > 0
}

/** The additions of a plan: “3 pages, 1 stylesheet, 12 files, 0 scripts, 4 design tokens”. */
export function planSummary({ pages, stylesheets, media, scripts, tokens }: ImportPlan): string {
  const parts = [
    [pages.length, 'page'],
    [stylesheets.length, 'stylesheet'],
    [media.files, 'file'],
    [scripts.length, 'script'],
    [tokens.length, 'design token'],
  ] as const
  return parts.flatMap(([number, noun]) => (number === 0 ? [] : [count(number, noun)])).join(', ') || count(0, 'page')
}

/** Which pages an import would remove: “Home, Menu and Visit”. */
export function removedPages(removed: ImportPlan['removed']): string {
  const titles = removed.map(({ title }) => title)
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`
}

type Report = ImportDone['report']

/** The page that is opened after an import: the home page, else the first one. */
export function pageToOpen(pages: Report['pages']): string | undefined {
  return (pages.find(({ slug }) => slug === 'index') ?? pages[0])?.id
}

/** The result of an import, as sentences: the first always, then those for scripts and tokens if there are any. */
export function reportSentences({
  pages,
  stylesheets,
  media,
  scripts,
  tokens,
}: Pick<Report, 'pages' | 'stylesheets' | 'media' | 'scripts' | 'tokens'>): [string, ...string[]] {
  const them = (number: number) => (number === 1 ? 'it' : 'them')
  const first = `${count(pages.length, 'page')}, ${count(stylesheets.length, 'stylesheet')} and ${count(media.files, 'file')} are in the project.`
  const rest = [
    scripts.length > 0 &&
      `${count(scripts.length, 'script')} came along, switched off. Under Code you can switch ${them(scripts.length)} on.`,
    tokens.length > 0 &&
      `${count(tokens.length, 'design token')} came along. Under Design you can change ${them(tokens.length)}.`,
  ]
  return [first, ...rest.filter((sentence) => sentence !== false)]
}
