import { useEffect, useState } from 'react'
import { useEditor } from '../session/context.ts'
import { type HandleOutput, operations } from '../session/handles.ts'
import { onSaved } from '../session/onSaved.ts'

export type ListedStyle = HandleOutput<typeof operations.listStyles>['styles'][number]

/** Every rule of the site, as the server counts its uses; undefined until it has answered. */
export function useStyles(): ListedStyle[] | undefined {
  const session = useEditor()
  const [styles, setStyles] = useState<ListedStyle[]>()
  useEffect(() => {
    let asked = 0
    let stopped = false
    const ask = async () => {
      asked += 1
      const own = asked
      const result = await session.attempt(operations.listStyles, { limit: 5000 })
      if (result.ok && result.data && own === asked && !stopped) setStyles(result.data.styles)
    }
    void ask()
    const stop = onSaved(session, () => void ask())
    return () => {
      stopped = true
      stop()
    }
  }, [session])
  return styles
}
