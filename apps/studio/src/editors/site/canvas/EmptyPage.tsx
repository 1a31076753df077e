import { Sparkles } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { isLayer } from '../model/rows.ts'
import { useEditor, usePageTree } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Canvas.module.css'

/** Stands over a page that has nothing on it: what it is for, and the first step. */
export function EmptyPage({ onAsk }: { onAsk: () => void }) {
  const session = useEditor()
  const tree = usePageTree()
  if (!tree?.root || tree.children(tree.root).some(isLayer)) return null
  const begin = async () => {
    const html = '<main>\n<h1>A new page</h1>\n<p>Double click to write.</p>\n</main>'
    await session.run(operations.insertHtml, { parentId: tree.root, html })
  }
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={<Sparkles size={18} />}
        tone="agent"
        title="This page is empty"
        actions={
          <>
            <Button variant="agent" onClick={onAsk}>
              Ask the agent
            </Button>
            <Button onClick={begin}>Start with a heading</Button>
          </>
        }
      >
        Say what it is for, and the agent builds it here while you watch. Or begin with a heading and write.
      </EmptyState>
    </div>
  )
}
