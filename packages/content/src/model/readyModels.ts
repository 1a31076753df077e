import type { ModelFile } from './definition.ts'

const models: readonly ModelFile[] = [
  {
    id: 'post',
    name: 'Posts',
    kind: 'document',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    description: 'News and articles, each with a page of its own.',
    fields: {
      title: { type: 'string', required: true, max: 160 },
      slug: { type: 'slug', required: true },
      summary: { type: 'text', max: 320, description: 'Shown in lists and by search engines.' },
      cover: { type: 'image', accept: 'image/*' },
      date: { type: 'date' },
      tags: { type: 'array', items: 'string' },
    },
  },
  {
    id: 'page',
    name: 'Pages',
    kind: 'document',
    domain: 'site',
    i18n: true,
    title_field: 'title',
    description: 'Pages of plain text, such as an imprint or terms.',
    fields: {
      title: { type: 'string', required: true, max: 160 },
      slug: { type: 'slug', required: true },
      summary: { type: 'text', max: 320, description: 'Shown in lists and by search engines.' },
    },
  },
  {
    id: 'person',
    name: 'People',
    kind: 'collection',
    domain: 'site',
    i18n: true,
    title_field: 'name',
    description: 'A team, authors or speakers.',
    fields: {
      name: { type: 'string', required: true, max: 120 },
      role: { type: 'string', max: 120 },
      about: { type: 'text' },
      photo: { type: 'image', accept: 'image/*' },
      email: { type: 'email' },
      website: { type: 'url' },
    },
  },
  {
    id: 'product',
    name: 'Products',
    kind: 'collection',
    domain: 'shop',
    i18n: true,
    title_field: 'name',
    description: 'What you sell, with prices and pictures.',
    fields: {
      name: { type: 'string', required: true, max: 160 },
      description: { type: 'markdown' },
      price: { type: 'decimal', min: 0 },
      picture: { type: 'image', accept: 'image/*' },
      available: { type: 'boolean', default: true },
      number: { type: 'string', max: 60, unique: true, label: 'Article number' },
    },
  },
  {
    id: 'event',
    name: 'Events',
    kind: 'collection',
    domain: 'site',
    i18n: true,
    title_field: 'title',
    description: 'Concerts, courses, meetings: when and where.',
    fields: {
      title: { type: 'string', required: true, max: 160 },
      starts: { type: 'datetime', required: true },
      ends: { type: 'datetime' },
      place: { type: 'string', max: 200 },
      about: { type: 'markdown' },
      tickets: { type: 'url' },
    },
  },
  {
    id: 'question',
    name: 'Questions',
    kind: 'collection',
    domain: 'site',
    i18n: true,
    title_field: 'question',
    description: 'Questions that people ask, each with its answer.',
    fields: {
      question: { type: 'string', required: true, max: 240 },
      answer: { type: 'markdown', required: true },
      topic: { type: 'string', max: 80 },
      order: { type: 'integer', description: 'Its place in the list, changed by dragging.' },
    },
  },
]

/** Where people expect the pages of their entries: offered when they are put on the site. */
export const readyRoutes: Readonly<Record<string, string>> = {
  post: 'blog',
  page: 'info',
  person: 'people',
  product: 'products',
  event: 'events',
  question: 'questions',
}

/** Models to begin with: what most sites show many of. Their fields are shown in this order. */
export const readyModels: readonly ModelFile[] = models.map(({ fields = {}, ...model }) => ({
  ...model,
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, definition], order) => [name, { ...definition, order }]),
  ),
}))
