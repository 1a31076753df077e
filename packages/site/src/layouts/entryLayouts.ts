import type { ContentModel } from '../context/content.ts'
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
export function entryList(model: ContentModel): Layout {
  const html = `<section class="entries">
<h1>${escapeTokens(escapeText(model.label))}</h1>
<atelier-loop data-source-id="data.rows" data-table-id="${model.id}" data-order-by="publishedAt" data-direction="desc" data-pagination="pages" data-page-size="20">
<article>
<h2><a href="{currentEntry.permalink}">{currentEntry.title}</a></h2>${summary(model)}
</article>
</atelier-loop>
</section>`
  return layout('entry-list', html, { entries: column, 'entry-summary': muted })
}

/** An entry on a page of its own: its title, what sums it up, its picture, and its text. */
export function entryPage(model: ContentModel): Layout {
  const shown = picture(model)
  const html = `<article class="entry">
<h1>{currentEntry.title}</h1>${summary(model)}${shown}
<atelier-outlet></atelier-outlet>
</article>`
  return layout('entry-page', html, {
    entry: column,
    'entry-summary': muted,
    ...(shown === '' ? {} : { 'entry-picture': pictureBox }),
  })
}
