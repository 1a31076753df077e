import type { AnswerOf, readShownContent, ShownModel } from '@atelier/api'
import { copyJson } from '@atelier/documents'
import {
  type BoundField,
  type Composition,
  type ContentEntry,
  type ContentView,
  contentSource,
  type ShownEntry,
} from '@atelier/site'
import { nodesOfHtml } from './htmlNodes.ts'

type Answer = AnswerOf<typeof readShownContent>

/** The content that a page shows, as it is composed with it. */
export interface ShownContent extends Pick<Answer, 'entry' | 'writesTo' | 'shortened'> {
  readonly models: readonly ShownModel[]
  readonly composition: Required<Pick<Composition, 'readHtml'>> & { readonly content: ContentView }
  /** The entry that a template is shown with. */
  readonly shows: ShownEntry | undefined
  /** The branch that was asked for and is shown; what is typed is written there. */
  readonly branch: string | undefined
}

/** Marks Markdown, so that the same text in a field of HTML is another one. */
const MARKDOWN = '\u0000markdown '

/**
 * Content as plain values, so that pages can be composed with it in a tab.
 * @param asked the branch that was asked for
 */
export function shownContent(
  { models, locales, entries, html, entry, writesTo, branch, shortened }: Answer,
  asked?: string,
): ShownContent {
  const ofText = new Map(html.map(({ kind, text, html: its }) => [(kind === 'markdown' ? MARKDOWN : '') + text, its]))
  return made(
    { models, entry, writesTo, shortened, branch: branch === asked ? branch : undefined },
    {
      locales,
      models,
      entries: entriesByModel(new Map(Object.entries(entries).map(([model, all]) => [model, all.map(entryOf)]))),
      markdown: (text) => MARKDOWN + text,
    },
    (text, parent) => nodesOfHtml(ofText.get(text) ?? '', parent),
  )
}

function made(
  { models, entry, writesTo, shortened, branch }: Omit<ShownContent, 'composition' | 'shows'>,
  content: ContentView,
  readHtml: ShownContent['composition']['readHtml'],
): ShownContent {
  const model = content.models.find(({ id }) => id === entry?.model)
  const source = entry && model && contentSource(content, model, entry.locale)
  const found = entry && source?.find?.(entry.id)
  return {
    models,
    entry,
    writesTo,
    shortened,
    branch,
    composition: { content, readHtml },
    shows: source && found && { source, entry: found },
  }
}

/** The same with another text in one field, until the server has written it. */
export function withText(shown: ShownContent, { model, id, locale, field }: BoundField, text: string): ShownContent {
  const { content, readHtml } = shown.composition
  const changed = new Map(
    content.models.map((each) => {
      const all = content.entries(each.id)
      return [each.id, each.id === model.id ? all.map((entry) => (entry.id === id ? written(entry) : entry)) : all]
    }),
  )
  function written(entry: ContentEntry): ContentEntry {
    const before = entry.locales[locale]
    if (!before) return entry
    return {
      ...entry,
      locales: { ...entry.locales, [locale]: { ...before, values: { ...before.values, [field.name]: text } } },
    }
  }
  return made(shown, { ...content, entries: entriesByModel(changed) }, readHtml)
}

/** The value of a field as it is shown, null for none; undefined if it is not shown, or no text. */
export function valueIn(shown: ShownContent, { model, id, locale, field }: BoundField): string | null | undefined {
  const entry = shown.composition.content.entries(model.id).find((each) => each.id === id)
  const value = entry?.locales[locale]?.values[field.name]
  return value === undefined && entry?.locales[locale] ? null : typeof value === 'string' ? value : undefined
}

/** The same with an empty text for none. */
export function boundText(shown: ShownContent, at: BoundField): string | undefined {
  const value = valueIn(shown, at)
  return value === null ? '' : value
}

const entriesByModel = (all: ReadonlyMap<string, readonly ContentEntry[]>) => (model: string) => all.get(model) ?? NONE

const NONE: readonly ContentEntry[] = []

function entryOf({ locales, ...entry }: Answer['entries'][string][number]): ContentEntry {
  return {
    ...entry,
    locales: Object.fromEntries(
      Object.entries(locales).map(([locale, { values, publishedAt }]) => [
        locale,
        {
          values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, copyJson(value)])),
          publishedAt,
        },
      ]),
    ),
  }
}
