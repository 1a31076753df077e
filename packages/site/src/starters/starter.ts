/** A site to begin from: authored HTML and CSS, imported like anybody's. The page with the slug `index` is home. */
export interface Starter {
  id: string
  name: string
  description: string
  css: string
  pages: readonly { title: string; slug: string; html: string }[]
}
