import type { ContentModel } from '@atelier/api'
import { SlidersHorizontal } from 'lucide-react'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './DesignLink.module.css'

/** Leads to the fields and settings of a model. */
export function DesignLink({ model }: { model: Pick<ContentModel, 'id' | 'name'> }) {
  const { project } = useContent()
  return (
    <Link
      to={paths.content(project.id, { model: model.id, room: 'model' })}
      className={styles.link}
      aria-label={strings.designOf(model.name)}
    >
      <SlidersHorizontal size={14} aria-hidden="true" />
      {strings.design}
    </Link>
  )
}
