import { isList, isRecord } from '@atelier/operation'
import { type EntityKind, entityKinds, type Mention, type MentionKind } from './entity.ts'

/** Reads one kind of thing out of the results of an operation. */
export interface Extraction {
  kind: EntityKind
  /** The field of the object that holds its kind, where a result has several. */
  kindFrom?: string
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

const ofPage = (by: MentionKind, at: string, more: Partial<Extraction> = {}): Extraction => ({
  kind: 'page',
  by,
  at,
  ...more,
})
const ofSection = (by: MentionKind, at: string, more: Partial<Extraction> = {}): Extraction => ({
  kind: 'section',
  by,
  at,
  ...more,
})
const holder = ofPage('holder', '', { id: 'pageId', name: null })
const ofMenuItem = (by: MentionKind, more: Partial<Extraction> = {}): Extraction => ({
  kind: 'menuItem',
  by,
  at: '',
  inArguments: true,
  id: 'label',
  name: 'label',
  ...more,
})
const ofSite = { id: 'pageId', name: 'title' }
const ofPost = (by: MentionKind, at: string, more: Partial<Extraction> = {}): Extraction => ({
  kind: 'post',
  by,
  at,
  id: 'slug',
  name: 'title',
  when: 'updatedAt',
  ...more,
})
const ofEntry = (by: MentionKind, at: string, more: Partial<Extraction> = {}): Extraction => ({
  kind: 'entry',
  by,
  at,
  name: null,
  ...more,
})
const ofImage = (by: MentionKind, at: string, more: Partial<Extraction> = {}): Extraction => ({
  kind: 'image',
  by,
  at,
  name: 'filename',
  ...more,
})

const pictureOfSection: readonly Extraction[] = [
  holder,
  ofSection('changed', '', { id: 'pageSectionId', name: null, where: 'pageId' }),
  ofImage('read', 'image', { name: 'name' }),
]

/** Objects with an id and a name that a person does not mean later, by operation. */
export const notMeant: Readonly<Record<string, readonly string[]>> = {
  'cms.getCollectionEntries': ['collection'],
}

/**
 * The things in the results of each operation, by its id. Every operation of this scope has a line: `none` says that its
 * results name nothing that a person may mean later. The others are reached through `call_operation`.
 */
export const extractions: Readonly<Record<string, readonly Extraction[] | 'none'>> = {
  'cms.listPages': [ofPage('listed', 'pages[]')],
  'cms.getPage': [ofPage('read', 'page'), ofSection('listed', 'sections[]', { where: 'page.id' })],
  'cms.createPage': [ofPage('made', 'page'), ofSection('listed', 'sections[]', { where: 'page.id' })],
  'cms.updatePage': [ofPage('changed', 'page')],
  'cms.deletePage': [ofPage('deleted', '')],
  'cms.getPageSections': [ofPage('read', 'page'), ofSection('listed', 'sections[]', { where: 'page.id' })],
  'cms.getSectionContent': [holder, ofSection('read', '', { id: 'pageSectionId', name: null, where: 'pageId' })],
  'cms.updateSectionContent': [holder, ofSection('changed', '', { id: 'pageSectionId', name: null, where: 'pageId' })],
  'cms.getNavigation': [ofMenuItem('listed', { at: 'menus[].items[]', inArguments: undefined })],
  'cms.addNavigationItem': [ofMenuItem('made')],
  'cms.removeNavigationItem': [ofMenuItem('deleted')],
  'cms.planAnalyzeTask': 'none',
  'cms.findResource': [ofPage('listed', 'matches[]', { kindFrom: 'type' })],
  'cms.searchVector': [ofPage('listed', 'results[]', { kindFrom: 'type' })],
  'cms.listPosts': [ofPost('listed', 'posts[]')],
  'cms.getPost': [ofPost('read', 'post')],
  'cms.createPost': [ofPost('made', 'post')],
  'cms.updatePost': [ofPost('changed', 'post')],
  'cms.publishPost': [ofPost('changed', 'post')],
  'cms.archivePost': [ofPost('changed', 'post')],
  'cms.deletePost': [ofPost('deleted', '')],
  'cms.setUpPosts': 'none',
  'cms.getCollectionEntries': [ofEntry('listed', 'entries[]', { id: 'entryId', name: 'title' })],
  'cms.getEntryContent': [ofEntry('read', '', { id: 'entryId', name: 'title' })],
  'cms.createPageWithContent': [ofPage('made', 'page'), ofSection('listed', 'sections[]', { where: 'page.id' })],
  'cms.listSectionTemplates': 'none',
  'cms.getSectionFields': 'none',
  'cms.addSectionToPage': [
    holder,
    ofSection('listed', 'sections[]', { where: 'pageId' }),
    ofSection('made', '', { id: 'pageSectionId', name: null, where: 'pageId' }),
  ],
  'cms.deletePageSection': [holder, ofSection('deleted', '', { where: 'pageId' })],
  'cms.deletePageSections': [ofSection('deleted', 'deleted[]')],
  'cms.findImage': [ofImage('read', 'image', { name: 'name' }), ofImage('listed', 'others[]', { name: 'name' })],
  'cms.searchImages': [ofImage('listed', 'images[]', { name: 'name' })],
  'cms.listAllImages': [ofImage('listed', 'images[]', { name: 'name' })],
  'cms.addImageToSection': pictureOfSection,
  'cms.updateSectionImage': pictureOfSection,
  'cms.replaceImage': [ofImage('read', 'oldImage', { name: 'name' }), ofImage('changed', 'newImage', { name: 'name' })],
  'cms.deleteImage': [ofImage('deleted', 'image', { name: 'name' })],
  'cms.toggleNavigationItem': [ofMenuItem('changed')],
  'cms.updateNavigationItem': [ofMenuItem('changed'), ofMenuItem('changed', { id: 'newLabel', name: 'newLabel' })],
  'content.get_content': [ofEntry('listed', 'entries[]', { name: 'title', when: 'updated_at' })],
  'content.save_content': [ofEntry('changed', 'entries[]')],
  'content.update_status': [ofEntry('changed', 'entries[]')],
  'content.delete_content': [ofEntry('deleted', 'entries[]')],
  'content.search_media': [ofImage('listed', 'assets[]')],
  'content.list_media': [ofImage('listed', 'assets[]')],
  'content.update_media': [ofImage('changed', '')],
  'content.upload_media': [ofImage('made', '')],
  'content.delete_media': [ofImage('deleted', '', { name: 'path' })],
  'site.addPage': [ofPage('made', '', { id: 'pageId', name: null })],
  'site.duplicatePage': [ofPage('made', '', { id: 'pageId', name: null })],
  'site.renamePage': [ofPage('changed', '', ofSite)],
  'site.deletePage': [ofPage('deleted', '', ofSite)],
}

const kinds: ReadonlyMap<string, EntityKind> = new Map<string, EntityKind>([
  ...entityKinds.map((kind) => [kind, kind] as const),
  ['menu', 'menuItem'],
])

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
    kind: given,
    kindFrom,
    by,
    at,
    id: idField = 'id',
    name: nameField = 'name',
    slug: slugField = 'slug',
    when: whenField,
  } = extraction
  const where = extraction.where === undefined ? undefined : textUnder(data, extraction.where)
  return valuesAt(extraction.inArguments ? args : data, at)
    .slice(0, MOST)
    .flatMap((value): Mention[] => {
      const id = textUnder(value, idField)
      if (id === undefined || id === '') return []
      const kind = kindFrom === undefined ? given : kinds.get(textUnder(value, kindFrom) ?? '')
      if (kind === undefined) return []
      const own = kindFrom === undefined ? where : textUnder(value, 'pageId')
      const slug = textUnder(value, slugField)
      const when = whenField === undefined ? Number.NaN : Date.parse(textUnder(value, whenField) ?? '')
      return [
        {
          kind,
          by,
          id,
          name: nameField === null ? '' : (textUnder(value, nameField) ?? ''),
          ...(own === undefined ? {} : { where: own }),
          ...(slug === undefined ? {} : { slug }),
          ...(Number.isNaN(when) ? {} : { when }),
        },
      ]
    })
}

/** The values at a path of names, in which `name[]` means each member of a list. */
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

function textUnder(value: unknown, path: string): string | undefined {
  const [found] = valuesAt(value, path)
  return typeof found === 'string' ? found : undefined
}
