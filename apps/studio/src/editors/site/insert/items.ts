import type { ListedPart } from '@atelier/api'
import type { View } from '@atelier/documents'
import { components, type LayoutGroup, layouts, type MediaEntry, mediaEntries, savedSections } from '@atelier/site'
import { bestMatches } from '../../../ui/matchRank.ts'
import { componentItem } from './dragged.ts'
import * as strings from './strings.ts'

/** One thing that the palette offers. */
export type InsertItem = { id: string; label: string; keywords: string } & (
  | { kind: LayoutGroup; layout: string }
  | { kind: 'saved'; layout: string; sectionId: string; html: string }
  | { kind: 'components'; componentId: string }
  | { kind: 'media'; entry: MediaEntry }
  | { kind: 'forms'; html: string }
  | { kind: 'parts'; partId: string }
)

export interface InsertGroup {
  heading: string
  items: readonly InsertItem[]
}

const headings = {
  layouts: strings.layouts,
  saved: strings.savedSections,
  elements: strings.elements,
  components: strings.components,
  media: strings.media,
  forms: strings.forms,
  parts: strings.parts,
} as const satisfies Record<InsertItem['kind'], string>

/** Without a search, so many files of the media are offered. */
const MAX_MEDIA = 12

/** A form of the content: which model it is bound to, and its HTML. */
export interface SiteForm {
  model: string
  name: string
  html: string
}

/**
 * Everything that can be inserted into a document of the site.
 * @param documentId a component is not put into itself
 */
export function insertItems(
  site: View,
  documentId: string | undefined,
  forms: readonly SiteForm[],
  parts: readonly Pick<ListedPart, 'id' | 'name'>[] = [],
): InsertItem[] {
  return [
    ...layouts.map(
      ({ id, label, keywords, group }): InsertItem => ({
        kind: group,
        id: `layout:${id}`,
        label,
        keywords,
        layout: id,
      }),
    ),
    ...savedSections(site).map(
      ({ id, title, html }): InsertItem => ({
        kind: 'saved',
        id: `saved:${id}`,
        label: title,
        keywords: 'saved section own',
        layout: `saved:${id}`,
        sectionId: id,
        html,
      }),
    ),
    ...components(site)
      .filter(({ id }) => id !== documentId)
      .map(
        ({ id, title }): InsertItem => ({
          kind: 'components',
          id: componentItem(id),
          label: title,
          keywords: 'component',
          componentId: id,
        }),
      ),
    ...forms.map(
      ({ model, name, html }): InsertItem => ({
        kind: 'forms',
        id: `form:${model}`,
        label: strings.formOf(name),
        keywords: 'form contact message send submissions visitors',
        html,
      }),
    ),
    ...parts.map(
      ({ id, name }): InsertItem => ({
        kind: 'parts',
        id: `part:${id}`,
        label: name,
        keywords: 'part model cad 3d viewer',
        partId: id,
      }),
    ),
    ...mediaEntries(site).map(
      (entry): InsertItem => ({
        kind: 'media',
        id: `media:${entry.id}`,
        label: entry.name,
        keywords: `${entry.alt ?? ''} ${entry.folder} media file picture`,
        entry,
      }),
    ),
  ]
}

/** The items that match what was typed, best first, in groups; the group of the best match stands first. */
export function matchingGroups(items: readonly InsertItem[], typed: string): InsertGroup[] {
  const found = bestMatches(items, ({ keywords }) => keywords, typed)
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, items]) => ({
    heading: headings[kind],
    items: items.slice(0, kind === 'media' && typed.trim() === '' ? MAX_MEDIA : undefined),
  }))
}
