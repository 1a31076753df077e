import { framePolicy } from '@atelier/site'

/**
 * The page's frame: same origin so that the studio can write into it, and no scripts, twice over (the sandbox has no
 * `allow-scripts`, and the document's own policy has `script-src 'none'`).
 */
export const frameSandbox = 'allow-same-origin'

/** An empty document that the studio fills. Nothing is added to how the page looks. */
export const frameSource = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${framePolicy({ embeds: true })}"><meta name="viewport" content="width=device-width, initial-scale=1"></head><body></body></html>`

/** Cancels everything by which a page leaves itself: links, forms, drags of pictures. Returns how to stop. */
export function keepInFrame(document: Document): () => void {
  const cancel = (event: Event) => event.preventDefault()
  const kinds = ['click', 'auxclick', 'submit', 'reset', 'dragstart', 'contextmenu']
  for (const kind of kinds) document.addEventListener(kind, cancel, true)
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, cancel, true)
  }
}

/** Gives the html element of a frame the attributes that the page has there, and no others. */
export function dressHtml(document: Document, attributes: readonly (readonly [name: string, value: string])[]): void {
  const { documentElement: html } = document
  const wanted = new Map(attributes.filter(([name]) => /^(?!on)[a-z][\w:-]*$/i.test(name)))
  for (const name of html.getAttributeNames()) if (!wanted.has(name)) html.removeAttribute(name)
  for (const [name, value] of wanted) if (html.getAttribute(name) !== value) html.setAttribute(name, value)
}
