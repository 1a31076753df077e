import { addPlannedPage, movePlannedPage, movePlannedSection } from '@atelier/generate/plan'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/index.ts'
import { usePlan, usePlanScene } from '../document/context.ts'
import { newKey } from '../document/planSession.ts'
import * as strings from '../strings.ts'
import { DragContext, type Dragging } from './dragging.ts'
import { type Direction, pageDrop, pageStep, sectionDrop, sectionStep } from './moves.ts'
import { PageCard } from './PageCard.tsx'
import styles from './Pages.module.css'
import { focusCard } from './refocus.ts'

/** The planned pages as cards in their order, with their sections; all is dragged, or moved by Alt and the arrow keys. */
export function PlannedPages() {
  const { session, readsOnly } = usePlanScene()
  const plan = usePlan()
  const [taken, setTaken] = useState<Dragging['taken']>()
  const [over, setOver] = useState<Dragging['over']>()
  const [said, setSaid] = useState('')
  if (!plan) return null

  const moveSection = (key: string, page: string, index: number) => {
    const target = plan.pages.find((each) => each.key === page)
    const name = plan.pages.flatMap(({ sections }) => sections).find((each) => each.key === key)?.name ?? ''
    const outcome = session.edit((draft) => movePlannedSection(draft, key, page, index))
    if (outcome.ok && target) setSaid(strings.moved(name, target.title, index + 1))
  }
  const dragging: Dragging = {
    taken,
    over,
    take: setTaken,
    hover: setOver,
    end() {
      setTaken(undefined)
      setOver(undefined)
    },
    drop() {
      if (taken?.kind === 'section' && over) {
        const place = sectionDrop(plan, taken.key, over.page, over)
        if (place) moveSection(taken.key, place.page, place.index)
      } else if (taken?.kind === 'page' && over) {
        const index = pageDrop(plan, taken.key, over)
        if (index !== undefined) session.edit((draft) => movePlannedPage(draft, taken.key, index))
      }
      dragging.end()
    },
    stepSection(key: string, to: Direction) {
      const place = sectionStep(plan, key, to)
      if (!place) return
      moveSection(key, place.page, place.index)
      focusCard(key)
    },
    stepPage(key: string, to: Direction) {
      const index = pageStep(plan, key, to)
      if (index === undefined) return
      session.edit((draft) => movePlannedPage(draft, key, index))
      focusCard(key)
    },
  }
  const add = () => {
    const outcome = session.edit((draft) => addPlannedPage(draft, newKey, strings.newPage))
    if (outcome.ok) focusCard(outcome.key)
  }
  return (
    <DragContext value={dragging}>
      <section className="grid one-column gap-16" aria-label={strings.pages}>
        <div className={styles.cards}>
          {plan.pages.map((page, index) => (
            <PageCard key={page.key} page={page} index={index} />
          ))}
        </div>
        {!readsOnly && (
          <div>
            <Button icon={<Plus size={14} />} onClick={add}>
              {strings.addAPage}
            </Button>
          </div>
        )}
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </section>
    </DragContext>
  )
}
