import type { MediaEntry } from '@atelier/site'
import { useCallback, useEffect, useState } from 'react'
import { useEditor } from '../session/context.ts'
import { onSaved } from '../session/onSaved.ts'
import { type MediaUses, usesOf } from './actions.ts'

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
    let forget = ask()
    const stop = onSaved(session, () => {
      forget()
      forget = ask()
    })
    return () => {
      forget()
      stop()
    }
  }, [session, ask])

  return [uses, ask]
}
