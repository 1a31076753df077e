import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pagesQuery } from '../../api/projects.ts'
import { frameQuery } from '../../api/versions.ts'
import { frameSandbox, frameSource } from '../../editors/site/canvas/frame.ts'
import { useTranscript } from '../../shell/agent/useTranscript.ts'
import { Skeleton } from '../../ui/index.ts'
import { useScale } from '../../ui/useScale.ts'
import { usePlanScene } from '../document/context.ts'
import * as strings from '../strings.ts'
import { draftOf, stylesOf } from './draftOf.ts'
import styles from './Progress.module.css'

/** A page as it is in the site now, small. */
export function SitePreview({ title, documentId }: { title: string; documentId: string }) {
  const { project } = usePlanScene()
  const page = useQuery({
    ...frameQuery(project.id, documentId, {}),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const room = useRef<HTMLDivElement>(null)
  const scale = useScale(room)
  return (
    <div ref={room} className={styles.preview}>
      {page.data ? (
        <iframe
          title={strings.preview(title)}
          tabIndex={-1}
          sandbox={frameSandbox}
          srcDoc={page.data.html}
          style={{ transform: `scale(${scale})` }}
        />
      ) : page.isPending ? (
        <Skeleton height="100%" radius={0} />
      ) : null}
    </div>
  )
}

/** A page while it is written: what there is of it, in the styles of the site. Nothing of it is in the site yet. */
export function DraftPreview({
  title,
  filename,
  sessionId,
  runId,
}: {
  title: string
  filename: string
  sessionId: string
  runId: string
}) {
  const { project } = usePlanScene()
  const { turns } = useTranscript(sessionId).transcript
  const html = draftOf(turns, runId, filename)
  const home = useQuery(pagesQuery(project.id)).data?.pages[0]?.documentId
  const styled = useQuery({ ...frameQuery(project.id, home ?? '', {}), enabled: home !== undefined })
  const css = styled.data ? stylesOf(styled.data.html) : ''
  const room = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState(false)
  const scale = useScale(room)
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!page?.body || !loaded) return
    let sheet = page.querySelector('style')
    if (!sheet) {
      sheet = page.createElement('style')
      page.head.append(sheet)
    }
    sheet.textContent = css
  }, [css, loaded])
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!page?.body || !loaded || html === undefined) return
    page.body.innerHTML = html
    // Text being written is at the end.
    page.scrollingElement?.scrollTo({ top: page.body.scrollHeight })
  }, [html, loaded])
  return (
    <div ref={room} className={`${styles.preview} ${styles.writing}`}>
      {html === undefined && <Skeleton height="100%" radius={0} />}
      <iframe
        ref={frame}
        title={strings.preview(title)}
        tabIndex={-1}
        // No script runs in it, by the sandbox and by the document's own policy.
        sandbox={frameSandbox}
        srcDoc={frameSource}
        hidden={html === undefined}
        style={{ transform: `scale(${scale})` }}
        onLoad={() => setLoaded(true)}
      />
    </div>
  )
}
