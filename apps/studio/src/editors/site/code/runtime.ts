import type { CodeAsset, CodeScope, RuntimeInput } from '@atelier/site'
import * as strings from './strings.ts'

type ScriptRuntime = Extract<CodeAsset, { type: 'script' }>['runtime']

export interface RuntimeChoice {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  /** The change that an option makes; an unknown one is the first. */
  take(value: string): RuntimeInput
}

/** The options of loading a script. */
export function scriptChoices(runtime: ScriptRuntime): RuntimeChoice[] {
  return [
    {
      label: strings.format,
      value: runtime.format,
      options: [
        ['module', strings.moduleFormat],
        ['classic', strings.classicScript],
      ],
      take: (value) => ({ format: value === 'classic' ? 'classic' : 'module' }),
    },
    {
      label: strings.place,
      value: runtime.placement,
      options: [
        ['body-end', strings.endOfTheBody],
        ['head', strings.headOfThePage],
      ],
      take: (value) => ({ placement: value === 'head' ? 'head' : 'body-end' }),
    },
    {
      label: strings.runs,
      value: runtime.timing,
      options: [
        ['dom-ready', strings.whenThePageIsRead],
        ['immediate', strings.atOnce],
        ['idle', strings.whenThereIsTime],
      ],
      take: (value) => ({ timing: value === 'immediate' ? 'immediate' : value === 'idle' ? 'idle' : 'dom-ready' }),
    },
  ]
}

const highestPriority = 10_000

/** A typed priority as a whole number from −10,000 to 10,000; undefined if it is no number. */
export function priorityOf(text: string): number | undefined {
  const priority = Math.round(Number(text))
  return Number.isFinite(priority) ? Math.max(-highestPriority, Math.min(highestPriority, priority)) : undefined
}

/** The scope of another kind, with nothing chosen in it yet. An unknown kind is chosen pages. */
export function scopeOf(kind: string): CodeScope {
  if (kind === 'all-pages') return { kind }
  return kind === 'templates' ? { kind, templatePageIds: [] } : { kind: 'pages', pageIds: [] }
}

/** The documents that a scope names. */
export function idsIn(scope: CodeScope): readonly string[] {
  if (scope.kind === 'all-pages') return []
  return scope.kind === 'pages' ? scope.pageIds : scope.templatePageIds
}

/** The documents that can be chosen for a scope: its templates, or its pages. */
export function choosable<Entry extends { kind: string }>(scope: CodeScope, entries: readonly Entry[]): Entry[] {
  const kind = scope.kind === 'templates' ? 'template' : 'page'
  return entries.filter((entry) => entry.kind === kind)
}

/** The scope with one document added or taken out. All pages have none to choose. */
export function withId(scope: CodeScope, id: string, chosen: boolean): CodeScope {
  if (scope.kind === 'all-pages') return scope
  const others = idsIn(scope).filter((each) => each !== id)
  const ids = chosen ? [...others, id] : others
  return scope.kind === 'templates' ? { kind: scope.kind, templatePageIds: ids } : { kind: scope.kind, pageIds: ids }
}
