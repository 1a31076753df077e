import type { Starter } from './starter.ts'
import { workshop } from './workshop.ts'

export type { Starter }

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
