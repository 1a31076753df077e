import type { Static } from 'typebox'
import type { init_project } from '../operations/models/initProject.ts'

type Models = NonNullable<Static<(typeof init_project)['input']>['models']>

/** The models that the script sets up: posts and who writes them. */
export const blogModels: Models = [
  {
    id: 'author',
    name: 'Author',
    kind: 'collection',
    domain: 'blog',
    i18n: false,
    title_field: 'name',
    fields: { name: { type: 'string', required: true, max: 80 }, about: { type: 'text', max: 300 } },
  },
  {
    id: 'blog-post',
    name: 'Blog post',
    kind: 'document',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    description: 'What is new, for readers of the site.',
    fields: {
      title: { type: 'string', required: true, max: 80 },
      description: { type: 'text', max: 160 },
      cover: { type: 'image' },
      author: { type: 'relation', model: 'author' },
      tags: { type: 'array', items: 'string', max: 8 },
    },
  },
]
