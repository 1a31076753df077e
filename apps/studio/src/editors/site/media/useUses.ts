import type { MediaEntry } from '@atelier/site'
import { useCallback, useEffect, useState } from 'react'
import { useEditor } from '../session/context.ts'
import { type MediaUses, usesOf } from './actions.ts'

/** How long changes may follow each other before the server is asked again, in ms. */
const settling = 250

/**
 * Where a file is used, fetched again whenever the site or the open page has changed and the server has it. The second
 * part asks at once, for what may have changed on pages that are not open.
 */
export function useUses(entry: MediaEntry): [uses: MediaUses | undefined, ask: () => void] {
  const session = useEditor()
  const [uses, setUses] = useState<MediaUses>()
  const ask = useCallback(() => {
    let stale = false
    void usesOf(session, entry).then((found) => !stale && setUses(found))
    return () => {
      stale = true
    }
  }, [session, entry])

  useEffect(() => {
    const { connection, page, site } = session
    let forget = ask()
    let timer: ReturnType<typeof setTimeout> | undefined
    let leavePage: (() => void) | undefined
    const changed = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        // The server does not know it before it is saved; the status says when it is.
        if (connection.status.get().state !== 'saved') return
        forget()
        forget = ask()
      }, settling)
    }
    const turned = () => {
      leavePage?.()
      leavePage = page.get()?.model.subscribe(changed)
    }
    turned()
    const stops = [page.subscribe(turned), site.get()?.local.observe(changed), connection.status.subscribe(changed)]
    return () => {
      forget()
      clearTimeout(timer)
      leavePage?.()
      for (const stop of stops) stop?.()
    }
  }, [session, ask])

  return [uses, ask]
}
