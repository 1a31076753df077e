import { Images, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorOf } from '../../api/client.ts'
import type { LibraryFilter } from '../../api/media.ts'
import { Button, EmptyState, ErrorNote } from '../../ui/index.ts'
import styles from './Media.module.css'
import { MediaGrid, type MediaGridProps } from './MediaGrid.tsx'
import * as strings from './strings.ts'
import { isFiltered } from './useFilter.ts'

export interface LibraryGridProps extends MediaGridProps {
  filter: LibraryFilter
  onFilter: (filter: LibraryFilter) => void
  /** The control that adds the first file. */
  add?: ReactNode
}

/** The tiles that a filter shows; without any, why, and what to do. */
export function LibraryGrid({ filter, onFilter, add, ...grid }: LibraryGridProps) {
  const { total, error, retry } = grid.library
  return (
    <>
      {error !== undefined && (
        <div className={styles.note}>
          <ErrorNote
            title={errorOf(error).message}
            actions={
              <Button size="sm" onClick={retry}>
                {strings.tryAgain}
              </Button>
            }
          >
            {errorOf(error).hint}
          </ErrorNote>
        </div>
      )}
      {total === 0 && (
        <div className={styles.note}>
          {isFiltered(filter) ? (
            <EmptyState
              icon={<Search size={20} />}
              title={filter.unused ? strings.nothingUnused : strings.nothingFound}
              actions={<Button onClick={() => onFilter({})}>{strings.clearFilters}</Button>}
            >
              {filter.unused ? strings.nothingUnusedHint : strings.nothingFoundHint}
            </EmptyState>
          ) : (
            <EmptyState icon={<Images size={20} />} title={strings.noFiles} actions={add}>
              {strings.noFilesHint}
            </EmptyState>
          )}
        </div>
      )}
      <MediaGrid {...grid} />
    </>
  )
}
