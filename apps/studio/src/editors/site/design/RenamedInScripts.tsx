import { useStore } from '../../../documents/store.ts'
import { useEditor } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { ScriptNotice } from './ScriptNotice.tsx'
import { pendingRename } from './tokenList.ts'
import { useDesign } from './useDesign.ts'

/** Asks what to do with scripts that name a token which was renamed. */
export function RenamedInScripts() {
  const { run } = useDesign()
  const store = pendingRename(useEditor())
  const pending = useStore(store, (value) => value)
  if (!pending) return null
  const { from, to, lines } = pending
  return (
    <ScriptNotice
      from={`--${from}`}
      lines={lines}
      onChange={() => run(operations.renameToken, { from, to, scripts: true })}
      onDone={() => store.set(undefined)}
    />
  )
}
