import type { AnswerOf, listPages } from '@atelier/api'
import { useMemo } from 'react'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Spinner.tsx'
import styles from './Assistant.module.css'
import { PageFrame } from './PageFrame.tsx'
import * as strings from './strings.ts'

export type ListedPages = AnswerOf<typeof listPages>['pages']

/** A page, and the node of it to show. */
export interface ShownPlace {
  pageId: string
  nodeId?: string
}

export interface SitePreviewProps {
  projectId: string
  /** Undefined until they are read. */
  pages: ListedPages | undefined
  place: ShownPlace | undefined
  onPage: (pageId: string) => void
  onKey: (event: KeyboardEvent) => void
}

const current = {}

/** The page that is worked on, as it is now. */
export function SitePreview({ projectId, pages, place, onPage, onKey }: SitePreviewProps) {
  const nodeId = place?.nodeId
  const only = useMemo(() => (nodeId === undefined ? undefined : { kind: 'changed' as const, nodeId }), [nodeId])
  const marks = useMemo(() => (only ? [only] : []), [only])
  const page = pages?.find(({ documentId }) => documentId === place?.pageId)
  return (
    <section className={styles.site} aria-label={strings.theSite}>
      {!pages && (
        <div className={styles.note}>
          <Skeleton height={320} radius={8} />
        </div>
      )}
      {pages && !page && <EmptyState title={strings.noPages}>{strings.noPagesHint}</EmptyState>}
      {pages && page && (
        <>
          <header className={styles.head}>
            <Select
              label={strings.page}
              hideLabel
              size="sm"
              value={page.documentId}
              onChange={onPage}
              options={pages.map(({ documentId, title }) => ({ value: documentId, label: title }))}
            />
            <span className="grow" />
            <Link to={paths.project(projectId, { page: page.documentId })} className={styles.link}>
              {strings.openInEditor}
            </Link>
          </header>
          <PageFrame
            projectId={projectId}
            pageId={page.documentId}
            moment={current}
            title={strings.pageNow(page.title)}
            marks={marks}
            only={only}
            onKey={onKey}
          />
        </>
      )}
    </section>
  )
}
