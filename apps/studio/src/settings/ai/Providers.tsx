import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { credentialsQuery, errorOf, meQuery, suggestionsQuery } from '../../api/index.ts'
import { AddProvider } from '../../shell/agent/EmptyChat.tsx'
import { Button, EmptyState, ErrorNote, Skeleton } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import styles from './AiSettings.module.css'
import { CredentialLine } from './CredentialLine.tsx'

/** The providers that the workspace has a key or an address for. */
export function Providers() {
  const me = useQuery(meQuery())
  const credentials = useQuery(credentialsQuery())
  const suggestions = useQuery(suggestionsQuery())
  const offered = suggestions.data?.suggestions.length ?? 0
  if (credentials.isPending) return <Skeleton height={64} radius={10} />
  if (credentials.isError) {
    return (
      <ErrorNote
        title={errorOf(credentials.error).message}
        actions={
          <Button size="sm" onClick={() => credentials.refetch()}>
            {strings.tryAgain}
          </Button>
        }
      >
        {errorOf(credentials.error).hint}
      </ErrorNote>
    )
  }
  const list = credentials.data.credentials
  if (list.length === 0) {
    return (
      <section className={styles.card}>
        <EmptyState
          tone="agent"
          icon={<KeyRound size={20} />}
          title={strings.noProviderYet}
          actions={offered > 0 ? <AddProvider prominent /> : undefined}
        >
          {strings.noProviderHint}
          {me.data?.features.rehearsal && ' Until then the rehearsal plays scripted requests; it is not AI.'}
        </EmptyState>
      </section>
    )
  }
  return (
    <div className={styles.stack}>
      <ul className={styles.card}>
        {list.map((credential) => (
          <li key={credential.id}>
            <CredentialLine credential={credential} />
          </li>
        ))}
      </ul>
      {offered > 0 && <AddProvider />}
    </div>
  )
}
