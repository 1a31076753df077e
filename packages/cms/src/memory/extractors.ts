import { isList, isRecord } from '@atelier/operation'
import type { EntityKind, Mention, MentionKind } from './entity.ts'

/** Reads one kind of thing out of the results of an operation. */
export interface Extraction {
  kind: EntityKind
  by: MentionKind
  /** The objects in the result's data, such as `pages[]` or `menus[].items[]`; empty for the data itself. */
  at: string
  /** The objects are in the call's arguments instead. */
  inArguments?: true
  /** The field of the object that holds its id; `id` if absent. */
  id?: string
  /** The field that holds its name; `name` if absent. Without one the name that is known stays. */
  name?: string | null
  /** The field of the object that holds its path or slug; `slug` if absent. */
  slug?: string
  /** The field of the object that holds its own time; none if absent. */
  when?: string
  /** The field of the whole data that holds the id of the page around it. */
  where?: string
}

const page = (by: MentionKind, at: string, more: Partial<Extraction> = {}): Extraction => ({
  kind: 'page',
  by,
  at,
  ...more,
})
const section = (by: MentionKind, at: string, more: Partial<Extraction> = {}): Extraction => ({
  kind: 'section',
  by,
  at,
  ...more,
})
const holder = page('holder', '', { id: 'pageId', name: null })
const menuItem = (by: MentionKind, more: Partial<Extraction> = {}): Extraction => ({
  kind: 'menuItem',
  by,
  at: '',
  inArguments: true,
  id: 'label',
  name: 'label',
  ...more,
})
const ofSite = { id: 'pageId', name: 'title' }
const post = (by: MentionKind, at: string, more: Partial<Extraction> = {}): Extraction => ({
  kind: 'post',
  by,
  at,
  id: 'slug',
  name: 'title',
  when: 'updatedAt',
  ...more,
})
const entry = (by: MentionKind, at: string, more: Partial<Extraction> = {}): Extraction => ({
  kind: 'entry',
  by,
  at,
  name: null,
  ...more,
})
const image = (by: MentionKind, at: string, more: Partial<Extraction> = {}): Extraction => ({
  kind: 'image',
  by,
  at,
  name: 'filename',
  ...more,
})

/**
 * The things in the results of each operation, by its id. Every operation of this scope has a line: `none` says that its
 * results name nothing that a person may mean later. The others are reached through `call_operation`.
 */
export const extractions: Readonly<Record<string, readonly Extraction[] | 'none'>> = {
  'cms.listPages': [page('listed', 'pages[]')],
  'cms.getPage': [page('read', 'page'), section('listed', 'sections[]', { where: 'page.id' })],
  'cms.createPage': [page('made', 'page'), section('listed', 'sections[]', { where: 'page.id' })],
  'cms.updatePage': [page('changed', 'page')],
  'cms.deletePage': [page('deleted', '')],
  'cms.getPageSections': [page('read', 'page'), section('listed', 'sections[]', { where: 'page.id' })],
  'cms.getSectionContent': [holder, section('read', '', { id: 'pageSectionId', name: null, where: 'pageId' })],
  'cms.updateSectionContent': [holder, section('changed', '', { id: 'pageSectionId', name: null, where: 'pageId' })],
  'cms.getNavigation': [menuItem('listed', { at: 'menus[].items[]', inArguments: undefined })],
  'cms.addNavigationItem': [menuItem('made')],
  'cms.removeNavigationItem': [menuItem('deleted')],
  'cms.listPosts': [post('listed', 'posts[]')],
  'cms.getPost': [post('read', 'post')],
  'cms.createPost': [post('made', 'post')],
  'cms.updatePost': [post('changed', 'post')],
  'cms.publishPost': [post('changed', 'post')],
  'cms.archivePost': [post('changed', 'post')],
  'cms.deletePost': [post('deleted', 'post')],
  'content.get_content': [entry('listed', 'entries[]', { name: 'title', when: 'updated_at' })],
  'content.save_content': [entry('changed', 'entries[]')],
  'content.update_status': [entry('changed', 'entries[]')],
  'content.delete_content': [entry('deleted', 'entries[]')],
  'content.search_media': [image('listed', 'assets[]')],
  'content.list_media': [image('listed', 'assets[]')],
  'content.update_media': [image('changed', '')],
  'content.upload_media': [image('made', '')],
  'content.delete_media': [image('deleted', '', { name: 'path' })],
  'site.addPage': [page('made', '', { id: 'pageId', name: null })],
  'site.duplicatePage': [page('made', '', { id: 'pageId', name: null })],
  'site.renamePage': [page('changed', '', ofSite)],
  'site.deletePage': [page('deleted', '', ofSite)],
}

/** The longest lists of a result that are read. */
const MOST = 50

/**
 * The things that a result names, in its order.
 * @param id of the operation, or its name in this scope
 */
export function mentionsIn(id: string, data: unknown, args: unknown): Mention[] {
  const own = extractions[id.includes('.') ? id : `cms.${id}`]
  if (own === undefined || own === 'none') return []
  return own.flatMap((extraction) => {
    const found = readMentions(extraction, data, args)
    const [only, second] = found
    // A list of one thing is that thing.
    return extraction.by === 'listed' && only && !second && extraction.kind !== 'section'
      ? [{ ...only, by: 'read' }]
      : found
  })
}

function readMentions(extraction: Extraction, data: unknown, args: unknown): Mention[] {
  const {
    kind,
    by,
    at,
    id: idField = 'id',
    name: nameField = 'name',
    slug: slugField = 'slug',
    when: whenField,
  } = extraction
  const where = extraction.where === undefined ? undefined : textAt(data, extraction.where)
  return valuesAt(extraction.inArguments ? args : data, at)
    .slice(0, MOST)
    .flatMap((value): Mention[] => {
      const id = textAt(value, idField)
      if (id === undefined || id === '') return []
      const slug = textAt(value, slugField)
      const when = whenField === undefined ? Number.NaN : Date.parse(textAt(value, whenField) ?? '')
      return [
        {
          kind,
          by,
          id,
          name: nameField === null ? '' : (textAt(value, nameField) ?? ''),
          ...(where === undefined ? {} : { where }),
          ...(slug === undefined ? {} : { slug }),
          ...(Number.isNaN(when) ? {} : { when }),
        },
      ]
    })
}

/** The values at a path of names, in which `name[]` stands for each member of a list. */
function valuesAt(value: unknown, path: string): unknown[] {
  let found: unknown[] = [value]
  for (const part of path === '' ? [] : path.split('.')) {
    const isEach = part.endsWith('[]')
    const name = isEach ? part.slice(0, -2) : part
    found = found.flatMap((each) => {
      const inner = isRecord(each) ? each[name] : undefined
      if (inner === undefined) return []
      if (!isEach) return [inner]
      return isList(inner) ? inner.slice(0, MOST) : []
    })
  }
  return found
}

function textAt(value: unknown, path: string): string | undefined {
  const [found] = valuesAt(value, path)
  return typeof found === 'string' ? found : undefined
}
