/** The kinds of thing that a conversation is about. */
export const entityKinds = ['page', 'post', 'entry', 'section', 'image', 'menuItem'] as const
export type EntityKind = (typeof entityKinds)[number]

/** A thing of the site as a conversation names it. */
export interface Entity {
  kind: EntityKind
  /** As the operations take it; of an item of a menu its label. */
  id: string
  name: string
  /** The id of the page that holds it. */
  where?: string
  /** The path of a page, or the slug of a post. */
  slug?: string
  /** The time that it carries itself, such as that of a post, in epoch milliseconds. */
  when?: number
}

/** How something was mentioned: by a result, by a question about it, or by what a person or the assistant wrote. */
export type MentionKind = 'made' | 'changed' | 'asked' | 'said' | 'read' | 'holder' | 'listed' | 'deleted'

export interface Mention extends Entity {
  by: MentionKind
}

/** The same for all mentions of a thing: an entry is named with its collection (`post/bread`) or without. */
export const entityKey = ({ kind, id }: Pick<Entity, 'kind' | 'id'>): string =>
  `${family(kind)} ${family(kind) === 'entry' ? id.slice(id.lastIndexOf('/') + 1) : id}`

/** A post is an entry of content: who says one may mean the other. */
export const family = (kind: EntityKind): EntityKind => (kind === 'post' ? 'entry' : kind)
