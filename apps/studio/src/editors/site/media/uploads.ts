import { mediaEntry } from '@atelier/site'
import { createUploads, type Uploads } from '../../../media/uploads.ts'
import type { EditorSession } from '../session/session.ts'

const made = new WeakMap<EditorSession, Uploads>()

/** The uploads of an editor: they continue while other panels are shown. */
export function uploadsOf(session: EditorSession): Uploads {
  const known = made.get(session)
  if (known) return known
  const uploads = createUploads({
    projectId: session.projectId,
    added: session.recordServerChange,
    warn: (message) => session.problem.set({ message }),
    arrived: (id) => arrived(session, id),
  })
  made.set(session, uploads)
  return uploads
}

/** Waits until a file that the server has taken is in the site as it is open here. */
function arrived(session: EditorSession, id: string): Promise<void> {
  const site = session.site.get()
  if (!site || mediaEntry(site.local.view, id)) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = site.local.observe(() => mediaEntry(site.local.view, id) && done())
    // Without a connection it comes later; the list shows it then.
    const timer = setTimeout(done, 10_000)
  })
}
