import { createPartViewer, type PartViewer, pictureViews } from './index.ts'

/** How far below the visible page a part begins to load. */
const NEAR = '200px'

interface Choice {
  name: string
  url: string
}

/** The configurations that a page offers: `[["Small", "a.glb"], …]`, files beside that of `src`. */
function readChoices(text: string | null, src: string): Choice[] {
  if (text === null) return []
  try {
    const base = new URL(src, location.href)
    const read: unknown = JSON.parse(text)
    return Array.isArray(read)
      ? read.map(([name, file]: unknown[]) => ({ name: String(name), url: new URL(String(file), base).href }))
      : []
  } catch {
    // A page that somebody else wrote: the part is shown without a choice.
    return []
  }
}

/** The element of a published page around a part's picture. It starts when it is seen, and turns what `src` names. */
class PartViewerElement extends HTMLElement {
  #viewer: PartViewer | undefined
  #seen: IntersectionObserver | undefined
  #choice: HTMLSelectElement | undefined

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
    this.#choice?.remove()
    this.#choice = undefined
  }

  /** Lets visitors choose among configurations. The link then leads to the chosen one. */
  #offer(choices: readonly Choice[], viewer: PartViewer): void {
    const document = this.ownerDocument
    const select = document.createElement('select')
    const name = this.querySelector('img')?.alt ?? ''
    if (name !== '') select.setAttribute('aria-label', name)
    select.append(...choices.map((choice) => new Option(choice.name)))
    select.hidden = true
    let shown = 0
    select.addEventListener('change', async () => {
      const { selectedIndex: index } = select
      const choice = choices[index]
      if (!choice) return
      const isShown = await viewer.load(choice.url)
      // Somebody may have chosen again meanwhile.
      if (select.selectedIndex !== index) return
      if (!isShown) {
        select.selectedIndex = shown
        return
      }
      shown = index
      this.querySelector('a[download]')?.setAttribute('href', choice.url)
    })
    const line = this.querySelector('.part-controls') ?? this.appendChild(document.createElement('span'))
    line.className = 'part-controls'
    line.prepend(select)
    this.#choice = select
  }

  #start(): void {
    this.#seen?.disconnect()
    const src = this.getAttribute('src')
    if (src === null || this.#viewer) return
    const poster = this.getAttribute('poster')
    const viewer = createPartViewer(this, { src, ...(poster === null ? {} : { poster }), embedded: true })
    this.#viewer = viewer
    const choices = readChoices(this.getAttribute('choices'), src)
    if (choices.length > 1) this.#offer(choices, viewer)
    const view = pictureViews.find((each) => each === this.getAttribute('view'))
    void viewer.ready.then((isShown) => {
      this.toggleAttribute('data-ready', isShown)
      if (this.#choice) this.#choice.hidden = !isShown
      if (isShown && view !== undefined && view !== 'iso') viewer.look(view)
    })
  }
}

if (!customElements.get('part-viewer')) customElements.define('part-viewer', PartViewerElement)
