import type { Starter } from './starter.ts'
import { about, contact, home } from './workshopPages.ts'
import { styles } from './workshopStyles.ts'

/** A workshop that makes one chair: the page is the chair, drawn apart. */
export const workshop: Starter = {
  id: 'workshop',
  name: 'Workshop',
  description: 'One product, explained part by part: home, about and contact.',
  css: styles,
  pages: [
    { title: 'Tenon: one chair, seven parts', slug: 'index', html: home },
    { title: 'The workshop', slug: 'about', html: about },
    { title: 'Contact', slug: 'contact', html: contact },
  ],
}
