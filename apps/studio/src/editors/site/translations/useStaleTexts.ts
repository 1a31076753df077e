import { useEffect, useRef, useState } from 'react'
import { useEditor } from '../session/context.ts'
import { type HandleOutput, operations } from '../session/handles.ts'
import { onSaved } from '../session/onSaved.ts'

export type StaleText = NonNullable<HandleOutput<typeof operations.listStaleTexts>['texts']>[number]

export interface StaleTexts {
  texts: readonly StaleText[]
  /** How many more there are. */
  left: number
}

/**
 * The texts that a translation lacks, as the server compares it with its source.
 * @param pageId undefined if the open page is no translation
 */
export function useStaleTexts(pageId: string | undefined): {
  found: StaleTexts | undefined
  failed: boolean
  refresh: () => void
} {
  const session = useEditor()
  const [found, setFound] = useState<{ pageId: string } & StaleTexts>()
  const [failed, setFailed] = useState(false)
  const ask = useRef<() => void>(() => undefined)
  useEffect(() => {
    setFailed(false)
    if (pageId === undefined) return
    let asked = 0
    let stopped = false
    ask.current = async () => {
      asked += 1
      const own = asked
      const result = await session.attempt(operations.listStaleTexts, { pageId })
      if (own !== asked || stopped) return
      setFailed(!result.ok)
      if (result.ok && result.data) setFound({ pageId, texts: result.data.texts ?? [], left: result.data.left ?? 0 })
    }
    ask.current()
    const stop = onSaved(session, () => ask.current())
    return () => {
      stopped = true
      ask.current = () => undefined
      stop()
    }
  }, [session, pageId])
  return { found: found?.pageId === pageId ? found : undefined, failed, refresh: () => ask.current() }
}
