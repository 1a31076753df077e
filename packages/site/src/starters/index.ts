import { workshop } from './workshop/index.ts'

/** A site to begin from: authored HTML and CSS, imported like anybody's. The page with the slug `index` is home. */
export interface Starter {
  id: string
  name: string
  description: string
  css: string
  pages: readonly { title: string; slug: string; html: string }[]
}

/** The first one is what a new server shows. */
export const starters: readonly Starter[] = [
  workshop,
  {
    id: 'blank',
    name: 'Blank',
    description: 'One empty page and nothing to undo.',
    css: '',
    pages: [{ title: 'Home', slug: 'index', html: '' }],
  },
]
