import { createPartViewer, type PartViewer, pictureViews } from './index.ts'

/** How far below the visible page a part begins to load. */
const NEAR = '200px'

/** The element of a published page around a part's picture. It starts when it is seen, and turns what `src` names. */
class PartViewerElement extends HTMLElement {
  #viewer: PartViewer | undefined
  #seen: IntersectionObserver | undefined

  connectedCallback(): void {
    this.#seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#start()
      },
      { rootMargin: NEAR },
    )
    this.#seen.observe(this)
  }

  disconnectedCallback(): void {
    this.#seen?.disconnect()
    this.#viewer?.close()
    this.#viewer = undefined
  }

  #start(): void {
    this.#seen?.disconnect()
    const src = this.getAttribute('src')
    if (src === null || this.#viewer) return
    const poster = this.getAttribute('poster')
    const viewer = createPartViewer(this, { src, ...(poster === null ? {} : { poster }), embedded: true })
    this.#viewer = viewer
    const view = pictureViews.find((each) => each === this.getAttribute('view'))
    void viewer.ready.then((isShown) => {
      this.toggleAttribute('data-ready', isShown)
      if (isShown && view !== undefined && view !== 'iso') viewer.look(view)
    })
  }
}

if (!customElements.get('part-viewer')) customElements.define('part-viewer', PartViewerElement)
