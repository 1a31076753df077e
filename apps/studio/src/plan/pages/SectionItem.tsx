import {
  LAYOUTS,
  MEDIA_TYPES,
  type PlannedPage,
  type PlannedSection,
  removePlannedSection,
  SECTION_TYPES,
  setSectionField,
} from '@atelier/generate/plan'
import { ChevronRight, GripVertical, LayoutPanelLeft, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton, Select } from '../../ui/index.ts'
import { usePlanScene, useProgress } from '../document/context.ts'
import { PlanField } from '../fields/PlanField.tsx'
import { inWords, optionsOf } from '../fields/words.ts'
import * as strings from '../strings.ts'
import { useDragging } from './dragging.ts'
import { directionOf } from './moves.ts'
import styles from './Pages.module.css'

const SectionVariants = lazy(async () => ({
  default: (await import('../variants/SectionVariants.tsx')).SectionVariants,
}))

const types = optionsOf(SECTION_TYPES)
const layouts = optionsOf(LAYOUTS)
const media = optionsOf(MEDIA_TYPES)

/** One section of a planned page: a line that unfolds to its fields. */
export function SectionItem({ section, page, index }: { section: PlannedSection; page: PlannedPage; index: number }) {
  const { session, readsOnly } = usePlanScene()
  const dragging = useDragging()
  const { taken, over } = dragging
  const [open, setOpen] = useState(false)
  const [varying, setVarying] = useState(false)
  const { state, documentId } = useProgress()?.parts.get(page.key) ?? {}
  const made = state === 'stands' || state === 'adopted' ? documentId : undefined
  const isTarget = taken?.kind === 'section' && over?.page === page.key && over.index === index
  const set = (field: string, value: string) =>
    session.edit((draft) => setSectionField(draft, section.key, field, value))
  return (
    <li
      className={styles.section}
      data-drop={isTarget ? (over.behind ? 'behind' : 'before') : undefined}
      data-taken={taken?.key === section.key ? '' : undefined}
      draggable={!readsOnly && !open}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', section.name)
        event.stopPropagation()
        dragging.take({ kind: 'section', key: section.key })
      }}
      onDragEnd={dragging.end}
      onDragOver={(event) => {
        if (taken?.kind !== 'section') return
        event.preventDefault()
        event.stopPropagation()
        const box = event.currentTarget.getBoundingClientRect()
        dragging.hover({ page: page.key, index, behind: event.clientY > box.top + box.height / 2 })
      }}
    >
      <div className={styles.row}>
        <button
          type="button"
          className={styles.name}
          data-handle={section.key}
          aria-expanded={open}
          title={strings.moveHint}
          onClick={() => setOpen(!open)}
          onKeyDown={(event) => {
            const to = readsOnly ? undefined : directionOf(event)
            if (!to) return
            event.preventDefault()
            dragging.stepSection(section.key, to)
          }}
        >
          {readsOnly ? <ChevronRight size={13} /> : <GripVertical size={13} />}
          <span className={styles.words}>{section.name}</span>
          <span className={styles.type}>{inWords(section.sectionType)}</span>
        </button>
        {!readsOnly && made !== undefined && (
          <IconButton label={strings.inThreeVariants(section.name)} size="sm" onClick={() => setVarying(true)}>
            <LayoutPanelLeft size={13} />
          </IconButton>
        )}
        {!readsOnly && (
          <IconButton
            label={strings.removeSection(section.name)}
            size="sm"
            className={styles.remove}
            onClick={() => session.edit((draft) => removePlannedSection(draft, section.key))}
          >
            <Trash2 size={13} />
          </IconButton>
        )}
      </div>
      <Suspense>
        {varying && made !== undefined && (
          <SectionVariants target={{ pageId: made, section: section.id }} onOpenChange={setVarying} />
        )}
      </Suspense>
      {!open && section.description !== '' && <p className={styles.says}>{section.description}</p>}
      {open && (
        <div className={styles.details}>
          <PlanField
            label={strings.sectionName}
            value={section.name}
            disabled={readsOnly}
            onChange={(value) => set('name', value)}
          />
          <PlanField
            label={strings.sectionSays}
            value={section.description}
            lines={3}
            disabled={readsOnly}
            onChange={(value) => set('description', value)}
          />
          <PlanField
            label={strings.sectionFacts}
            value={section.contentNotes}
            lines={3}
            disabled={readsOnly}
            onChange={(value) => set('contentNotes', value)}
          />
          <div className="grid gap-10">
            <Select
              label={strings.sectionType}
              value={section.sectionType}
              options={types}
              disabled={readsOnly}
              onChange={(value) => set('sectionType', value)}
            />
            <Select
              label={strings.sectionLayout}
              value={section.layoutHint}
              options={layouts}
              disabled={readsOnly}
              onChange={(value) => set('layoutHint', value)}
            />
            <Select
              label={strings.sectionMedia}
              value={section.mediaType}
              options={media}
              disabled={readsOnly}
              onChange={(value) => set('mediaType', value)}
            />
          </div>
        </div>
      )}
    </li>
  )
}
