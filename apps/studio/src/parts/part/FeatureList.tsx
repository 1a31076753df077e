import type { PartBuild } from '@atelier/api'
import {
  Box,
  Circle,
  CircleDot,
  Copy,
  CornerDownRight,
  Ellipsis,
  FlipHorizontal2,
  Layers2,
  type LucideIcon,
  PenLine,
  Square,
} from 'lucide-react'
import { useState } from 'react'
import { useStore } from '../../documents/store.ts'
import { RenameField } from '../../editors/site/fields/RenameField.tsx'
import { IconButton, Menu, Skeleton } from '../../ui/index.ts'
import { usePart } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './Part.module.css'

type Feature = PartBuild['features'][number]

const icons: Readonly<Record<string, LucideIcon>> = {
  plane: Square,
  sketch: PenLine,
  hole: CircleDot,
  fillet: CornerDownRight,
  chamfer: CornerDownRight,
  shell: Layers2,
  pattern: Copy,
  mirror: FlipHorizontal2,
  revolve: Circle,
}

/** The steps of the part in their order, each with whether it was built, and why not. */
export function FeatureList() {
  const { build } = usePart()
  if (!build) {
    return (
      <div className={styles.loading} aria-busy="true">
        <Skeleton height={20} />
        <Skeleton height={20} />
        <Skeleton height={20} />
      </div>
    )
  }
  return (
    <nav className={styles.list} aria-label={strings.features}>
      <h2 className={styles.heading}>{strings.features}</h2>
      {build.features.length === 0 ? (
        <p className={styles.hint}>{strings.noFeatures}</p>
      ) : (
        <ol className="m-0 p-0 list-none">
          {build.features.map((feature) => (
            <FeatureRow key={feature.id} feature={feature} />
          ))}
        </ol>
      )}
    </nav>
  )
}

function FeatureRow({ feature }: { feature: Feature }) {
  const { session, readsOnly } = usePart()
  const isSelected = useStore(session.selected, (id) => id === feature.id)
  const [renaming, setRenaming] = useState(false)
  const { id, name, status, error } = feature
  const Icon = icons[feature.type] ?? Box
  return (
    <li className={styles.feature} data-status={status} data-selected={isSelected ? '' : undefined}>
      <div className="row gap-6">
        {renaming ? (
          <RenameField
            label={strings.renameFeature(name)}
            value={name}
            onDone={(next) => {
              setRenaming(false)
              if (next !== undefined) void session.run('renameFeature', { featureId: id, name: next })
            }}
          />
        ) : (
          <button
            type="button"
            className={styles.select}
            title={name}
            aria-pressed={isSelected}
            onClick={() => session.selected.set(isSelected ? undefined : id)}
            onDoubleClick={() => !readsOnly && setRenaming(true)}
          >
            <Icon size={14} aria-hidden="true" />
            <span className="grow min-w-0 truncate">{name}</span>
            {status === 'suppressed' && <span className={styles.state}>{strings.suppressed}</span>}
            {status === 'skipped' && <span className={styles.state}>{strings.skipped}</span>}
            {status === 'error' && <span className={styles.state}>{strings.failed}</span>}
          </button>
        )}
        {!readsOnly && (
          <Menu
            align="end"
            trigger={
              <IconButton label={strings.moreOfFeature(name)} size="sm">
                <Ellipsis size={14} />
              </IconButton>
            }
            entries={[
              { label: strings.rename, onSelect: () => setRenaming(true) },
              {
                label: status === 'suppressed' ? strings.takeIn : strings.suppress,
                onSelect: () =>
                  void session.run('suppressFeature', {
                    featureId: id,
                    suppressed: status !== 'suppressed',
                    allowErrors: true,
                  }),
              },
              { separator: true },
              {
                label: strings.deleteFeature,
                danger: true,
                onSelect: () => void session.run('deleteFeature', { featureId: id }),
              },
              {
                label: strings.deleteWithDependents,
                danger: true,
                onSelect: () => void session.run('deleteFeature', { featureId: id, deleteChildren: true }),
              },
            ]}
          />
        )}
      </div>
      {error && (
        <p className={styles.error}>
          {error.message} {error.hint}
        </p>
      )}
    </li>
  )
}
