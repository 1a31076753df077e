import type { Starter } from './starter.ts'
import data from './workshop.json' with { type: 'json' }
import { about, contact, home } from './workshopPages.ts'

/** A workshop that makes one chair: the page is the chair, drawn apart. */
export const workshop: Starter = {
  id: 'workshop',
  name: 'Workshop',
  description: 'One product, explained part by part: home, about and contact.',
  css: data.styles.join('\n'),
  pages: [
    { title: 'Tenon: one chair, seven parts', slug: 'index', html: home },
    { title: 'The workshop', slug: 'about', html: about },
    { title: 'Contact', slug: 'contact', html: contact },
  ],
}
