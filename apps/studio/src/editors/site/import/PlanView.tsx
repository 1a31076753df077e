import type { ImportPlan } from '@atelier/api'
import type { ConflictChoice } from '../../../api/import.ts'
import { Check } from '../../../ui/Check.tsx'
import { numbered } from '../../../ui/numbered.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { count } from '../../../ui/words.ts'
import styles from './ImportDialog.module.css'
import { askedFor, choiceFor, planSummary, removedPages } from './importing.ts'
import * as strings from './strings.ts'

interface PlanViewProps {
  plan: ImportPlan
  items: Readonly<Record<string, ConflictChoice>>
  onItem: (path: string, choice: ConflictChoice) => void
  without: ReadonlySet<string>
  onWithout: (path: string, agreed: boolean) => void
  keepsStarter: boolean
  onKeepsStarter: (value: boolean) => void
  template: boolean
  onTemplate: (value: boolean) => void
  frames: boolean
  onFrames: (value: boolean) => void
  unused: boolean
  onUnused: (value: boolean) => void
}

const choices = [
  { value: 'keep', label: strings.keep, tooltip: strings.keepMeaning },
  { value: 'replace', label: strings.replace, tooltip: strings.replaceMeaning },
  { value: 'rename', label: strings.rename, tooltip: strings.renameMeaning },
] as const

/** The effect of an import, and its choices. */
export function PlanView(props: PlanViewProps) {
  const { plan, items, onItem, keepsStarter, onKeepsStarter, template, onTemplate, unused, onUnused } = props
  const { home, pages, media, conflicts, chrome, removed, leftOut, refused, missing } = plan
  const asked = askedFor(plan)
  return (
    <div className={styles.plan}>
      <p>{planSummary(plan)}</p>
      {home && (
        <p className="m-0 quiet">
          {strings.noIndexStart} <code>{home.path}</code> {strings.noIndexEnd}
        </p>
      )}
      {pages.length === 0 && <p className="m-0 quiet">{strings.noPageInFolder}</p>}
      {asked.length > 0 && (
        <section className={styles.part} aria-label={strings.cannotBeImported}>
          <h3>{strings.cannotBeImported}</h3>
          {asked.map(({ path, why }) => (
            <div key={path}>
              <p className="m-0 quiet">
                <code>{path}</code> {why}
              </p>
              <Check
                label={strings.importWithout(path)}
                checked={props.without.has(path)}
                onChange={(agreed) => props.onWithout(path, agreed)}
              />
            </div>
          ))}
        </section>
      )}
      {conflicts.length > 0 && (
        <section className={styles.part} aria-label={strings.conflicts}>
          <h3>{count(conflicts.length, 'conflict')}</h3>
          {conflicts.map(({ kind, path, message, usual, rename }) => (
            <div key={`${kind} ${path}`} className={styles.conflict}>
              <div>
                <code>{path}</code>
                <p className="m-0 quiet">
                  {message}
                  {rename !== undefined &&
                    choiceFor({ path, usual }, { items, keepsStarter }) === 'rename' &&
                    ` This one comes as ${rename}.`}
                </p>
              </div>
              {rename !== undefined && (
                <Segmented
                  label={strings.whatHappensWith(path)}
                  value={choiceFor({ path, usual }, { items, keepsStarter })}
                  onChange={(choice) => onItem(path, choice)}
                  options={choices}
                />
              )}
            </div>
          ))}
        </section>
      )}
      {removed.length > 0 && (
        <section className={styles.part} aria-label={strings.pagesThatGo}>
          <h3>{strings.pagesThatGo}</h3>
          <p className="m-0 quiet">{strings.startersPagesGo(removedPages(removed))}</p>
          <Check label={strings.keepStartersPages} checked={keepsStarter} onChange={onKeepsStarter} />
        </section>
      )}
      {chrome.length > 0 && <Check label={strings.makeTemplate} checked={template} onChange={onTemplate} />}
      {plan.frames.length > 0 && (
        <Check
          label={strings.addFrames(plan.frames.map(({ width }) => width).join(', '))}
          checked={props.frames}
          onChange={props.onFrames}
        />
      )}
      {media.unused > 0 && (
        <Check
          label={`Take ${count(media.unused, 'file')} that no page names, too`}
          checked={unused}
          onChange={onUnused}
        />
      )}
      <Listing
        title={strings.refusedForSafety}
        lines={refused.map(({ path, what, why }) => [path, `${what}: ${why}`])}
      />
      <Listing
        title={strings.missing}
        lines={missing.map(({ path, url }) => [path, `names ${url}, which is not there`])}
      />
      <Listing
        title={strings.leftOut}
        lines={leftOut.filter(({ asks }) => !asks).map(({ path, why }) => [path, why])}
      />
    </div>
  )
}

const SHOWN = 200

function Listing({ title, lines }: { title: string; lines: readonly (readonly [path: string, text: string])[] }) {
  if (lines.length === 0) return null
  return (
    <details className={styles.part}>
      <summary>{`${title}: ${lines.length}`}</summary>
      <ul className={styles.list}>
        {numbered(lines.slice(0, SHOWN), ([path, text]) => (
          <li>
            <code>{path}</code> {text}
          </li>
        ))}
      </ul>
      {lines.length > SHOWN && <p className="m-0 quiet">{`and ${lines.length - SHOWN} more`}</p>}
    </details>
  )
}
