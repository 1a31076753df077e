import { useQuery } from '@tanstack/react-query'
import { errorOf, sentence } from '../../../api/client.ts'
import { previewQuery } from '../../../api/versions.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { useEditor } from '../session/context.ts'
import styles from './History.module.css'

interface Side {
  /** Of a version, or `now`. */
  id: string
  name: string
}

/** One page in two versions, side by side. */
export function Compare(props: { pageId: string; title: string; left: Side; right: Side; onClose: () => void }) {
  const { pageId, title, left, right, onClose } = props
  return (
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title={title}>
      <div className={styles.sides}>
        <Preview side={left} pageId={pageId} />
        <Preview side={right} pageId={pageId} />
      </div>
    </Dialog>
  )
}

function Preview({ side, pageId }: { side: Side; pageId: string }) {
  const { projectId } = useEditor()
  const page = useQuery(previewQuery(projectId, side.id, pageId))
  return (
    <figure className={styles.preview}>
      <figcaption className={styles.when}>{side.name}</figcaption>
      {page.isPending && <Skeleton height={320} radius={8} />}
      {page.error && <ErrorNote tone="attention" title={sentence(errorOf(page.error))} />}
      {page.data && (
        // No script runs in it. Its pictures are the project's own, and shown only to users who may see the project.
        <iframe
          className={styles.frame}
          title={`${side.name}: the page`}
          sandbox="allow-same-origin"
          srcDoc={page.data.html}
        />
      )}
    </figure>
  )
}
