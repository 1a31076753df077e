import type { ContentField, ContentKind, ContentModel } from '../context/content.ts'
import { escapeTokens } from '../document/tokenText.ts'
import { escapeText } from '../html/print.ts'
import type { Layout, LayoutPart } from './layout.ts'

const column: LayoutPart = {
  needs: ['max-width'],
  css: `display: grid
gap: {space:24}
max-width: 45rem
margin: 0 auto
padding: {space:64} {space:24}`,
}

const muted: LayoutPart = { also: ['muted', 'meta', 'lead'], needs: ['color'], css: 'color: {color:muted}' }

/** Names of fields that say in a few words what an entry is about. */
const SUMMARIES: readonly string[] = ['summary', 'excerpt', 'description', 'about', 'role']

/** The text under the title of an entry: the first field that sums it up. */
function summary({ fields }: ContentModel): string {
  const found = SUMMARIES.find((name) => fields.some((field) => field.name === name && field.kind === 'text'))
  return found === undefined ? '' : `\n<p class="entry-summary">{currentEntry.${found}}</p>`
}

/** Names of fields with the picture of an entry. */
const PICTURES: readonly string[] = ['cover', 'picture', 'image', 'photo', 'featured_image']

/** The picture of an entry, which says nothing that the title does not; an entry without one shows nothing there. */
function picture({ fields }: ContentModel): string {
  const found = PICTURES.find((name) => fields.some((field) => field.name === name && field.kind === 'media'))
  return found === undefined ? '' : `\n<img class="entry-picture" src="{currentEntry.${found}}" alt="">`
}

/** Names of fields with the day of an entry, with who wrote it, and with what it is about. */
const DATES: readonly string[] = ['date', 'published_on', 'published', 'day']
const AUTHORS: readonly string[] = ['author', 'authors', 'writer', 'by']
const TAGS: readonly string[] = ['tags', 'topics', 'categories', 'category', 'topic']

/** The day, the authors and the tags of an entry in one line; what an entry lacks shows nothing. */
function metaLine(model: ContentModel, models: readonly ContentModel[]): string {
  const named = (names: readonly string[], kinds: readonly ContentKind[]) =>
    names
      .map((name) => model.fields.find((field) => field.name === name && kinds.includes(field.kind)))
      .find((field) => field !== undefined)
  /** A related entry is called by its title. */
  const token = ({ name, kind, models: targets = [] }: ContentField) => {
    if (kind !== 'relation') return `{currentEntry.${name}}`
    const target = models.find(({ id }) => targets.includes(id))
    return target?.titleField === undefined ? undefined : `{currentEntry.${name}.${target.titleField}}`
  }
  const part = (field: ContentField | undefined, print: (value: string) => string) => {
    const value = field && token(field)
    return value === undefined ? '' : print(value)
  }
  const date = named(DATES, ['date'])
  // Only what is published like news has a day of its own.
  const day = date ?? (model.fields.some(({ kind }) => kind === 'markdown' || kind === 'html') ? PUBLISHED : undefined)
  const parts = [
    part(day, (value) => `<time class="entry-date" datetime="${value}">${value}</time>`),
    part(named(AUTHORS, ['relation', 'text']), (value) => `<span class="entry-author">${value}</span>`),
    part(named(TAGS, ['list', 'relation', 'text']), (value) => `<span class="entry-tags">${value}</span>`),
  ].filter((each) => each !== '')
  return parts.length === 0 ? '' : `\n<p class="entry-meta">${parts.join('')}</p>`
}

const PUBLISHED: ContentField = { name: 'publishedAt', label: 'Published', kind: 'date' }

const hiddenWhenEmpty: LayoutPart = { needs: ['margin'], css: 'margin: 0', states: { ':empty': 'display: none' } }
const metaParts: Layout['parts'] = {
  'entry-meta': {
    also: ['muted', 'meta'],
    needs: ['color'],
    css: 'display: flex\nflex-wrap: wrap\ngap: {space:4} {space:16}\ncolor: {color:muted}',
  },
  'entry-date': hiddenWhenEmpty,
  'entry-author': hiddenWhenEmpty,
  'entry-tags': hiddenWhenEmpty,
}

const pictureBox: LayoutPart = {
  needs: ['width', 'height'],
  css: 'width: 100%\nheight: auto',
  states: { ':not([src])': 'display: none' },
}

const layout = (id: string, html: string, parts: Layout['parts']): Layout => ({
  id,
  label: id,
  group: 'layouts',
  keywords: '',
  html,
  ...(parts ? { parts } : {}),
})

/** A list of the published entries of a model, the newest first, each with a link to its page. */
export function entryList(model: ContentModel, models: readonly ContentModel[]): Layout {
  const meta = metaLine(model, models)
  const html = `<section class="entries">
<h1>${escapeTokens(escapeText(model.label))}</h1>
<atelier-loop data-source-id="data.rows" data-table-id="${model.id}" data-order-by="publishedAt" data-direction="desc" data-pagination="pages" data-page-size="20">
<article>
<h2><a href="{currentEntry.permalink}">{currentEntry.title}</a></h2>${meta}${summary(model)}
</article>
</atelier-loop>
</section>`
  return layout('entry-list', html, {
    entries: column,
    'entry-summary': muted,
    ...(meta === '' ? {} : metaParts),
  })
}

/** An entry on a page of its own: its title, its day, authors and tags, what sums it up, its picture, and its text. */
export function entryPage(model: ContentModel, models: readonly ContentModel[]): Layout {
  const meta = metaLine(model, models)
  const shown = picture(model)
  const html = `<article class="entry">
<h1>{currentEntry.title}</h1>${meta}${summary(model)}${shown}
<atelier-outlet></atelier-outlet>
</article>`
  return layout('entry-page', html, {
    entry: column,
    'entry-summary': muted,
    ...(meta === '' ? {} : metaParts),
    ...(shown === '' ? {} : { 'entry-picture': pictureBox }),
  })
}
