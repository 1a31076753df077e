import { saveLabel } from '../../documents/status.ts'
import { useStore } from '../../documents/store.ts'
import { useCompact } from '../../ui/media.ts'
import type { AgentActivity } from '../agent/AgentPanel.tsx'
import type { EditorConnection } from '../contract/documentEditor.ts'
import styles from './Bar.module.css'
import * as strings from './strings.ts'

export interface StatusBarProps {
  connection: EditorConnection
  activity: AgentActivity | undefined
}

/** Saved or not, who else is here, and what the agent works with. */
export function StatusBar({ connection, activity }: StatusBarProps) {
  const compact = useCompact()
  const status = useStore(connection.status, (value) => value)
  const people = useStore(connection.people, (value) => value)
  const shown = people.slice(0, 5)
  return (
    <footer className={styles.status}>
      <span className="inline-row gap-6" role="status">
        <span className={styles.dot} data-state={status.state} />
        {saveLabel(status)}
      </span>
      {people.length > 0 && (
        <span className="row gap-6" title={people.map((person) => person.name).join(', ')}>
          <span className="flex">
            {shown.map((person) => (
              <span key={person.userId} className={styles.face} style={{ background: person.color }}>
                {person.name.slice(0, 1).toUpperCase()}
              </span>
            ))}
          </span>
          {people.length === 1 ? strings.oneOtherHere : strings.othersHere(people.length)}
        </span>
      )}
      <span className="grow" />
      {activity?.running && (
        <span className="color-agent">{activity.waiting ? strings.agentIsWaitingForYou : strings.agentAtWork}</span>
      )}
      {activity?.model && !compact && <span>{activity.model}</span>}
      {activity?.context !== undefined && !compact && (
        <span>{strings.context(Math.round(activity.context * 100))}</span>
      )}
    </footer>
  )
}
