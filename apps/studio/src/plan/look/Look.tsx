import {
  furtherLanguages,
  type Group,
  SURFACES,
  setPlanField,
  setPlanLanguages,
  VISUAL_STYLES,
} from '@atelier/generate/plan'
import { Suspense } from 'react'
import { Select, Skeleton } from '../../ui/index.ts'
import { lazyWhenIdle } from '../../ui/lazyWhenIdle.ts'
import { usePlan, usePlanScene, useProgress } from '../document/context.ts'
import { newKey } from '../document/planSession.ts'
import { PlanField } from '../fields/PlanField.tsx'
import { optionsOf } from '../fields/words.ts'
import * as strings from '../strings.ts'
import { Colors } from './Colors.tsx'
import styles from './Look.module.css'
import { Sample } from './Sample.tsx'

const BrandPanel = lazyWhenIdle(async () => (await import('./BrandPanel.tsx')).BrandPanel)
const Directions = lazyWhenIdle(async () => (await import('./Directions.tsx')).Directions)

const visualStyles = optionsOf(VISUAL_STYLES)
const surfaces = optionsOf(SURFACES)

/** The plan's words about the site as a whole, and its look. */
export function Look() {
  const { session, readsOnly } = usePlanScene()
  const plan = usePlan()
  // Once pages are written, another look is a redesign of them.
  const isUndecided = useProgress()?.progress?.state === 'awaiting-approval'
  if (!plan) return null
  const { site, design, content } = plan
  const set = (group: Group, field: string) => (value: string) =>
    void session.edit((draft) => setPlanField(draft, group, field, value))
  const text = (group: Group, field: string, value: string, label: string, lines?: number) => (
    <PlanField label={label} value={value} lines={lines} disabled={readsOnly} onChange={set(group, field)} />
  )
  return (
    <aside className={styles.look}>
      <section className={styles.group} aria-labelledby="plan-site">
        <h2 id="plan-site" className="type-heading">
          {strings.site}
        </h2>
        {text('site', 'siteName', site.siteName, strings.siteName)}
        {text('site', 'siteDescription', site.siteDescription, strings.siteDescription, 3)}
        <div className={styles.pair}>
          {text('site', 'language', site.language, strings.language)}
          {text('content', 'primaryCTA', content.primaryCTA, strings.callToAction)}
        </div>
        <PlanField
          label={strings.furtherLanguages}
          value={furtherLanguages(site).join(', ')}
          disabled={readsOnly || !isUndecided}
          whole
          onChange={(value) =>
            void session.edit((draft) => setPlanLanguages(draft, newKey, value.split(/[\s,;]+/).filter(Boolean)))
          }
        />
        {text('content', 'tone', content.tone, strings.tone)}
      </section>
      <section className={styles.group} aria-labelledby="plan-design">
        <h2 id="plan-design" className="type-heading">
          {strings.design}
        </h2>
        <Sample design={design} cta={content.primaryCTA} name={site.siteName} text={site.siteDescription} />
        {(plan.brand !== undefined || (!readsOnly && isUndecided)) && (
          <Suspense>
            <BrandPanel brand={plan.brand} mayChange={!readsOnly && isUndecided} />
          </Suspense>
        )}
        {!readsOnly && isUndecided && (
          <Suspense fallback={<Skeleton height={96} radius={6} />}>
            <Directions plan={plan} />
          </Suspense>
        )}
        <Colors design={design} disabled={readsOnly} onChange={(field, value) => set('design', field)(value)} />
        <div className={styles.pair}>
          {text('design', 'headingFont', design.headingFont, strings.headingFont)}
          {text('design', 'bodyFont', design.bodyFont, strings.bodyFont)}
        </div>
        <div className={styles.pair}>
          <Select
            label={strings.visualStyle}
            value={design.visualStyle}
            options={visualStyles}
            disabled={readsOnly}
            onChange={set('design', 'visualStyle')}
          />
          <Select
            label={strings.surfaceTreatment}
            value={design.surfaceTreatment}
            options={surfaces}
            disabled={readsOnly}
            onChange={set('design', 'surfaceTreatment')}
          />
        </div>
        <div className={styles.pair}>
          {text('design', 'borderRadius', design.borderRadius, strings.borderRadius)}
          {text('design', 'mood', design.mood, strings.mood)}
        </div>
      </section>
      <Sources />
    </aside>
  )
}

/** The sources of the plan, and the corrections made to it. */
function Sources() {
  const { generation } = usePlanScene()
  const { sources = [], parts } = useProgress() ?? {}
  const notes = parts?.get('generate')?.why
  return (
    <>
      {sources.length > 0 && (
        <section className={styles.group} aria-labelledby="plan-sources">
          <h2 id="plan-sources" className="type-heading">
            {strings.sources}
          </h2>
          <ul className="grid gap-4 break-anywhere">
            {sources.map(({ url, title }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer nofollow">
                  {title || url}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {notes && (
        <details className={styles.more}>
          <summary>{strings.notes}</summary>
          <p>{notes}</p>
        </details>
      )}
      <details className={styles.more}>
        <summary>{strings.brief}</summary>
        <p>{generation.brief}</p>
      </details>
    </>
  )
}
