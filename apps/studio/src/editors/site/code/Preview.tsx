import { page as pageEntry } from '@atelier/site'
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { sentence } from '../../../api/client.ts'
import { openPreview } from '../../../api/code.ts'
import { patchStore } from '../../../documents/store.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useEditor, useEditorState, usePageTree, useSite, useSiteVersion } from '../session/context.ts'
import { activeWidth } from '../session/frames.ts'
import styles from './Code.module.css'
import * as strings from './strings.ts'

/** After an edit the page is loaded again, once it has rested so long. */
const restsMs = 1_200

/**
 * The open page as visitors will see it, its scripts running. The frame may run scripts and nothing else: it has no
 * origin, so neither cookies nor the studio are within its reach.
 */
export function Preview() {
  const session = useEditor()
  const site = useSite()
  const version = useSiteVersion()
  const tree = usePageTree()
  const pageId = useEditorState((state) => state.documentId)
  const width = useEditorState((state) => activeWidth(state, site))
  const [shown, setShown] = useState<{ url: string } | { failure: string }>()
  const [turn, setTurn] = useState(0)
  const isPage = site && pageId !== undefined ? pageEntry(site.local.view, pageId)?.kind === 'page' : true
  const leave = () => patchStore(session.state, { preview: false })

  useEffect(() => {
    if (pageId === undefined || !isPage) return
    let stale = false
    setShown(undefined)
    void openPreview(session.projectId, pageId).then((answer) => {
      if (!stale) setShown(answer.ok ? { url: answer.value.url } : { failure: sentence(answer.error) })
    })
    return () => {
      stale = true
    }
  }, [session, pageId, isPage])

  const state = useChanges(version, tree)
  useEffect(() => {
    if (state === 0) return
    const timer = setTimeout(() => setTurn((before) => before + 1), restsMs)
    return () => clearTimeout(timer)
  }, [state])

  const failure = shown && 'failure' in shown ? shown.failure : undefined
  return (
    <section className={styles.preview} aria-label={strings.preview}>
      <div className={styles.previewBar}>
        <span>{strings.previewNote}</span>
        <IconButton label={strings.loadThePreviewAgain} size="sm" onClick={() => setTurn(turn + 1)}>
          <RotateCw size={13} />
        </IconButton>
        <Button size="sm" onClick={leave}>
          {strings.backToEditing}
        </Button>
      </div>
      {!isPage && <EmptyState title={strings.onlyPagesHaveAPreview}>{strings.onlyPagesHaveAPreviewHint}</EmptyState>}
      {failure !== undefined && <EmptyState title={strings.thePreviewCannotBeShown}>{failure}</EmptyState>}
      {isPage && shown === undefined && (
        <div className="center grow color-faint">
          <Spinner size={18} />
        </div>
      )}
      {isPage && shown && 'url' in shown && (
        <iframe
          key={`${shown.url} ${turn}`}
          className={styles.frame}
          title={strings.previewOfThePage}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          src={shown.url}
          style={width === undefined ? undefined : { maxWidth: width }}
        />
      )}
    </section>
  )
}

/** Counts up from 0 with each change after the first showing. */
function useChanges(version: number, tree: object | undefined): number {
  const [seen, setSeen] = useState({ version, tree, count: 0 })
  if (seen.version !== version || seen.tree !== tree) setSeen({ version, tree, count: seen.count + 1 })
  return seen.count
}
