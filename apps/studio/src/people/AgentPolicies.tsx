import type { Policy } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorOf, policiesQuery, sentence, withdrawPolicy } from '../api/index.ts'
import { Button, ErrorNote, Skeleton } from '../ui/index.ts'
import { ago } from '../ui/time.ts'
import styles from './People.module.css'
import * as strings from './strings.ts'

/** What the agent may do without asking, and a way to take each of it back. */
export function AgentPolicies() {
  const policies = useQuery(policiesQuery())
  const list = policies.data?.policies ?? []
  return (
    <section className={styles.section} aria-labelledby="agent-policies">
      <h2 className={styles.subtitle} id="agent-policies">
        {strings.whatTheAgentMayDoWithout}
      </h2>
      {policies.isPending ? (
        <Skeleton height={60} radius={10} />
      ) : policies.isError ? (
        <ErrorNote title={errorOf(policies.error).message}>{errorOf(policies.error).hint}</ErrorNote>
      ) : list.length === 0 ? (
        <div className={`${styles.card} ${styles.panel}`}>
          <p className={styles.meta}>{strings.itAsksBeforeEverythingThatCannot}</p>
        </div>
      ) : (
        <ul className={styles.card}>
          {list.map((policy) => (
            <li key={policy.id}>
              <PolicyLine policy={policy} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PolicyLine({ policy }: { policy: Policy }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const what = policy.reach === 'operation' ? (policy.summary ?? policy.operation ?? '') : 'Everything'
  const place =
    policy.reach === 'operation'
      ? `in ${policy.projectName}`
      : `in the chat “${policy.sessionTitle ?? strings.newChat}”`
  const withdraw = async () => {
    setBusy(true)
    const answer = await withdrawPolicy(policy.id)
    setBusy(false)
    if (!answer.ok && answer.error.status !== 404) setError(sentence(answer.error))
    await queryClient.invalidateQueries({ queryKey: ['policies'] })
  }
  return (
    <div className={styles.key}>
      <div className={styles.who}>
        <p className={styles.name}>{what}</p>
        <p className={styles.meta}>
          <span>{place}</span>
          <span>{strings.allowed(ago(policy.createdAt))}</span>
        </p>
        {error && <ErrorNote title={error}>{strings.itStillStandsTryAgain}</ErrorNote>}
      </div>
      <Button busy={busy} onClick={withdraw} aria-label={strings.askAgain2(what, place)}>
        {strings.askAgain}
      </Button>
    </div>
  )
}
