import type { PartFolder } from '@atelier/api'
import { ChevronRight } from 'lucide-react'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import * as strings from '../strings.ts'
import { type DraggedItem, useDrop } from './dragging.ts'
import styles from './Parts.module.css'

interface FolderPathProps {
  projectId: string
  /** The outermost first; the last one is shown. */
  path: readonly PartFolder[]
  onDrop?: ((folder: string | undefined, item: DraggedItem) => void) | undefined
}

/** The way to the folder that is shown: each step leads there, and takes what is dropped on it. */
export function FolderPath({ projectId, path, onDrop }: FolderPathProps) {
  const steps = [{ id: undefined, name: strings.parts }, ...path]
  return (
    <nav aria-label={strings.folders} className={styles.path}>
      {steps.slice(0, -1).map(({ id, name }) => (
        <Step
          key={id ?? ''}
          to={paths.parts(projectId, id)}
          name={name}
          onDrop={onDrop && ((item) => onDrop(id, item))}
        />
      ))}
    </nav>
  )
}

function Step({ to, name, onDrop }: { to: string; name: string; onDrop?: ((item: DraggedItem) => void) | undefined }) {
  const { over, attributes } = useDrop(onDrop)
  return (
    <span data-over={over || undefined} {...attributes}>
      <Link to={to}>{name}</Link>
      <ChevronRight size={14} aria-hidden="true" />
    </span>
  )
}
