/** A site to start from: authored HTML and CSS, imported like any other site. The page with slug `index` is home. */
export interface Starter {
  id: string
  name: string
  description: string
  css: string
  pages: readonly { title: string; slug: string; html: string }[]
}
