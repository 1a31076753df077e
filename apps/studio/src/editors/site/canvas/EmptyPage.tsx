import { pages } from '@atelier/site'
import { Sparkles } from 'lucide-react'
import { patchStore } from '../../../documents/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { openPalette } from '../insert/open.ts'
import { isLayer } from '../model/rows.ts'
import { besideRules, useEditor, usePageTree, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Canvas.module.css'
import * as strings from './strings.ts'

/** Stands over a page that has nothing on it: what it is for, and the first step. */
export function EmptyPage({ onAsk }: { onAsk: () => void }) {
  const session = useEditor()
  const tree = usePageTree()
  const site = useSite()
  useSiteVersion(besideRules)
  const isOnly = site !== undefined && pages(site.local.view).length === 1
  if (!tree?.root || tree.children(tree.root).some(isLayer)) return null
  const begin = async () => {
    const html = `<main>\n<h1>${strings.aNewPage}</h1>\n<p>${strings.doubleClickToWrite}</p>\n</main>`
    await session.run(operations.insertHtml, { parentId: tree.root, html })
  }
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={<Sparkles size={18} />}
        tone="agent"
        title={strings.thisPageIsEmpty}
        actions={
          <>
            {isOnly && (
              <Button onClick={() => patchStore(session.state, { dialog: 'newSite' })}>{strings.wholeSite}</Button>
            )}
            <Button variant="agent" onClick={onAsk}>
              {strings.askTheAgent}
            </Button>
            <Button
              onClick={(event) => {
                const { left, bottom } = event.currentTarget.getBoundingClientRect()
                openPalette(session, { x: left, y: bottom })
              }}
            >
              {strings.insertALayout}
            </Button>
            <Button onClick={begin}>{strings.startWithAHeading}</Button>
          </>
        }
      >
        {strings.sayWhatItIsFor}
      </EmptyState>
    </div>
  )
}
