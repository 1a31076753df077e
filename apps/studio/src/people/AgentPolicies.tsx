import type { Policy } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deletionFailure, errorOf, policiesQuery, withdrawPolicy } from '../api/index.ts'
import { Button, ErrorNote, Skeleton } from '../ui/index.ts'
import { ago } from '../ui/time.ts'
import styles from './People.module.css'
import * as strings from './strings.ts'
import { policyInWords } from './words.ts'

/** The actions that the agent may take without asking, each with a way to revoke it. */
export function AgentPolicies() {
  const policies = useQuery(policiesQuery())
  const list = policies.data?.policies ?? []
  return (
    <section className="grid one-column gap-12" aria-labelledby="agent-policies">
      <h2 className="type-subheading" id="agent-policies">
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
  const { what, where } = policyInWords(policy)
  const withdraw = async () => {
    setBusy(true)
    const answer = await withdrawPolicy(policy.id)
    setBusy(false)
    setError(deletionFailure(answer))
    await queryClient.invalidateQueries({ queryKey: ['policies'] })
  }
  return (
    <div className={styles.key}>
      <div className={styles.who}>
        <p className="break-anywhere font-medium">{what}</p>
        <p className={styles.meta}>
          <span>{where}</span>
          <span>{strings.allowed(ago(policy.createdAt))}</span>
        </p>
        {error && <ErrorNote title={error}>{strings.itStillStandsTryAgain}</ErrorNote>}
      </div>
      <Button busy={busy} onClick={withdraw} aria-label={strings.askAgainAbout(what, where)}>
        {strings.askAgain}
      </Button>
    </div>
  )
}
