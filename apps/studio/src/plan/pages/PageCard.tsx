import {
  addPlannedSection,
  languageName,
  type PlannedPage,
  removePlannedPage,
  setPageField,
} from '@atelier/generate/plan'
import { ChevronDown, Ellipsis, FileText, House, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton, Menu } from '../../ui/index.ts'
import { usePlanScene, useProgress } from '../document/context.ts'
import { newKey } from '../document/planSession.ts'
import { PlanField } from '../fields/PlanField.tsx'
import { PageProgress } from '../progress/PageProgress.tsx'
import * as strings from '../strings.ts'
import { useDragging } from './dragging.ts'
import { directionOf } from './moves.ts'
import styles from './Pages.module.css'
import { focusCard } from './refocus.ts'
import { SectionItem } from './SectionItem.tsx'

/** One planned page: its title, how it stands, and its sections. */
export function PageCard({ page, index }: { page: PlannedPage; index: number }) {
  const { session, readsOnly } = usePlanScene()
  const dragging = useDragging()
  const { taken, over } = dragging
  const { translation } = page
  const name = translation ? `${page.title} (${translation.locale})` : page.title
  const [open, setOpen] = useState(false)
  const status = useProgress()?.parts.get(page.key)
  const isTarget = taken?.kind === 'page' && over?.page === page.key
  const set = (field: string, value: string) => session.edit((draft) => setPageField(draft, page.key, field, value))
  const addSection = () => {
    const outcome = session.edit((draft) =>
      addPlannedSection(draft, newKey, page.key, { name: strings.newSection, id: 'section' }),
    )
    if (outcome.ok) focusCard(outcome.key)
  }
  return (
    <article
      className={styles.card}
      aria-label={name}
      data-drop={isTarget ? (over.behind ? 'behind' : 'before') : undefined}
      data-taken={taken?.key === page.key ? '' : undefined}
      onDragOver={(event) => {
        if (taken === undefined) return
        if (taken.kind === 'section') {
          // Onto the card, but none of its sections: to the end.
          event.preventDefault()
          if (over?.page !== page.key) {
            dragging.hover({ page: page.key, index: page.sections.length, behind: false })
          }
          return
        }
        event.preventDefault()
        const box = event.currentTarget.getBoundingClientRect()
        dragging.hover({ page: page.key, index, behind: event.clientX > box.left + box.width / 2 })
      }}
      onDrop={(event) => {
        event.preventDefault()
        dragging.drop()
      }}
    >
      <PageProgress page={page} status={status} />
      <header className="row gap-6">
        <button
          type="button"
          className={styles.grip}
          data-handle={page.key}
          draggable={!readsOnly}
          disabled={readsOnly}
          aria-label={strings.section(page.title, strings.moveHint)}
          title={strings.moveHint}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', page.title)
            dragging.take({ kind: 'page', key: page.key })
          }}
          onDragEnd={dragging.end}
          onKeyDown={(event) => {
            const to = directionOf(event)
            if (!to) return
            event.preventDefault()
            dragging.stepPage(page.key, to)
          }}
        >
          {page.filename === 'index.html' ? <House size={14} /> : <FileText size={14} />}
        </button>
        <PlanField
          className={styles.titleField}
          label={strings.titleOfThePage}
          hideLabel
          value={page.title}
          disabled={readsOnly}
          onChange={(value) => set('title', value)}
        />
        {!readsOnly && (
          <Menu
            align="end"
            trigger={
              <IconButton label={strings.moreFor(page.title)} size="sm">
                <Ellipsis size={15} />
              </IconButton>
            }
            entries={[
              { label: strings.editPage(page.title), onSelect: () => setOpen(!open), checked: open },
              { label: strings.movePageLeft, onSelect: () => dragging.stepPage(page.key, 'left') },
              { label: strings.movePageRight, onSelect: () => dragging.stepPage(page.key, 'right') },
              { separator: true },
              {
                label: strings.removePage,
                danger: true,
                disabled: page.filename === 'index.html',
                onSelect: () => session.edit((draft) => removePlannedPage(draft, page.key)),
              },
            ]}
          />
        )}
      </header>
      {open && (
        <div className={styles.details}>
          <PlanField
            label={strings.fileOfThePage}
            value={page.filename}
            whole
            disabled={readsOnly || page.filename === 'index.html'}
            onChange={(value) => set('filename', value)}
          />
          <PlanField
            label={strings.pageDescription}
            value={page.description}
            lines={2}
            maxLength={200}
            disabled={readsOnly}
            onChange={(value) => set('description', value)}
          />
          <PlanField
            label={strings.purpose}
            value={page.purpose}
            lines={2}
            disabled={readsOnly}
            onChange={(value) => set('purpose', value)}
          />
          <Button size="sm" icon={<ChevronDown size={13} />} onClick={() => setOpen(false)}>
            {strings.fold}
          </Button>
        </div>
      )}
      {translation && (
        <p className={styles.none}>{strings.pageInLanguage(translation.of, languageName(translation.locale))}</p>
      )}
      {!translation && page.sections.length === 0 && <p className={styles.none}>{strings.noSections}</p>}
      <ol className="grid one-column gap-2" aria-label={strings.sectionsOf(name)}>
        {page.sections.map((section, place) => (
          <SectionItem key={section.key} section={section} page={page} index={place} />
        ))}
      </ol>
      {!readsOnly && !translation && (
        <Button size="sm" variant="quiet" icon={<Plus size={13} />} className={styles.add} onClick={addSection}>
          {strings.addASection}
        </Button>
      )}
    </article>
  )
}
