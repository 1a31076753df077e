import type { EditorSession } from './session.ts'

/** Delay after the last change before the server is queried again, in ms. */
const settling = 250

/**
 * Calls back whenever the site or the open page has changed and the server has it: for what only the server can tell.
 * @returns a function that stops this
 */
export function onSaved({ connection, page, site }: EditorSession, ask: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let leavePage: (() => void) | undefined
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // The server does not know it before it is saved; the status says when it is.
      if (connection.status.get().state === 'saved') ask()
    }, settling)
  }
  const turned = () => {
    leavePage?.()
    leavePage = page.get()?.model.subscribe(changed)
  }
  turned()
  const stops = [page.subscribe(turned), site.get()?.local.observe(changed), connection.status.subscribe(changed)]
  return () => {
    clearTimeout(timer)
    leavePage?.()
    for (const stop of stops) stop?.()
  }
}
