import { type DesignPlan, fontsOfPlan, type Plan } from '@atelier/generate/plan'
import { chooseDirection, type Direction, directionsOf, hasDirection, sampleHtml } from '@atelier/generate/sample'
import { useRef } from 'react'
import { fontSampleUrl } from '../../api/generations.ts'
import { frameSandbox } from '../../editors/site/canvas/frame.ts'
import { useScale } from '../../ui/useScale.ts'
import { usePlanScene } from '../document/context.ts'
import * as strings from '../strings.ts'
import styles from './Directions.module.css'

/** Three looks for the plan, each as its home page would be; one click takes one. */
export function Directions({ plan }: { plan: Plan }) {
  const { session, project } = usePlanScene()
  const directions = directionsOf(plan)
  return (
    <section className={styles.directions} aria-label={strings.directions}>
      <h3 className="type-label">{strings.directions}</h3>
      <div className={styles.row}>
        {directions.map((direction) => (
          <div key={direction.name} className={styles.direction}>
            <DirectionSample plan={plan} direction={direction} projectId={project.id} />
            <button
              type="button"
              aria-pressed={hasDirection(plan, direction)}
              aria-label={strings.chooseDirection(strings.directionNames[direction.name])}
              onClick={() => session.edit((draft) => chooseDirection(draft, direction))}
            >
              {strings.directionNames[direction.name]}
            </button>
          </div>
        ))}
      </div>
    </section>
  )
}

function DirectionSample({ plan, direction, projectId }: { plan: Plan; direction: Direction; projectId: string }) {
  // The document is a string: the frame loads it again only if it differs.
  const html = sampleHtml(
    withShownLogo(plan, projectId),
    direction,
    fontRules(projectId, { ...plan.design, ...direction.design }),
  )
  const room = useRef<HTMLDivElement>(null)
  const scale = useScale(room)
  return (
    <div ref={room} className={styles.sample}>
      <iframe
        title={strings.preview(strings.directionNames[direction.name])}
        tabIndex={-1}
        // No script runs in it.
        sandbox={frameSandbox}
        srcDoc={html}
        style={{ transform: `scale(${scale})` }}
      />
    </div>
  )
}

/** The plan with its logo at the address at which the studio shows it: the site has none yet. */
function withShownLogo(plan: Plan, projectId: string): Plan {
  const { brand } = plan
  if (!brand?.logo) return plan
  return {
    ...plan,
    brand: { ...brand, logo: { ...brand.logo, url: `/api/projects/${projectId}/files${brand.logo.url}` } },
  }
}

/** Rules that load the fonts of a design from the server; one that it cannot fetch is shown by its fallbacks. */
const fontRules = (projectId: string, design: DesignPlan): string =>
  fontsOfPlan({ design })
    .filter(({ installable }) => installable)
    .map(
      ({ family }) =>
        `@font-face { font-family: ${JSON.stringify(family)}; src: url(${JSON.stringify(fontSampleUrl(projectId, family, '400'))}); font-weight: 100 900 }`,
    )
    .join('\n')
