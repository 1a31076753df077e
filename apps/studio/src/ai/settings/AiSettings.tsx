import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { credentialsQuery, errorOf, meQuery, suggestionsQuery } from '../../api/index.ts'
import { SettingsPage } from '../../settings/SettingsPage.tsx'
import { Button, EmptyState, ErrorNote, Skeleton } from '../../ui/index.ts'
import { AddProvider } from '../EmptyChat.tsx'
import { AddCredential } from './AddCredential.tsx'
import styles from './AiSettings.module.css'
import { CredentialLine } from './CredentialLine.tsx'
import { ScopeDefaults } from './ScopeDefaults.tsx'

/** Which AI providers the workspace uses, and which model a new chat begins with. */
export function AiSettings() {
  const me = useQuery(meQuery())
  const credentials = useQuery(credentialsQuery())
  const suggestions = useQuery(suggestionsQuery())
  const [adding, setAdding] = useState(false)
  const list = credentials.data?.credentials ?? []
  const offered = suggestions.data?.suggestions.length ?? 0
  const forbidden = credentials.isError && errorOf(credentials.error).status === 403
  return (
    <SettingsPage
      title="AI providers"
      lead="Keys are encrypted on this server and never leave it, not even to this page."
      action={
        !forbidden && (
          <Button variant="primary" icon={<Plus size={15} />} onClick={() => setAdding(true)}>
            Add provider
          </Button>
        )
      }
    >
      {forbidden ? (
        <ErrorNote tone="info" title="Only an owner or an admin manages providers">
          Ask one of them to add a provider. Until then the rehearsal shows how the studio works.
        </ErrorNote>
      ) : credentials.isPending ? (
        <Skeleton height={64} radius={10} />
      ) : credentials.isError ? (
        <ErrorNote
          title={errorOf(credentials.error).message}
          actions={
            <Button size="sm" onClick={() => credentials.refetch()}>
              Try again
            </Button>
          }
        >
          {errorOf(credentials.error).hint}
        </ErrorNote>
      ) : list.length === 0 ? (
        <section className={styles.card}>
          <EmptyState
            tone="agent"
            icon={<KeyRound size={20} />}
            title="No provider yet"
            actions={offered > 0 ? <AddProvider prominent /> : undefined}
          >
            Add a key, or an Ollama on your own machine, so that the agent can answer anything.
            {me.data?.features.rehearsal && ' Until then the rehearsal plays scripted requests; it is no AI.'}
          </EmptyState>
        </section>
      ) : (
        <>
          <ul className={styles.card}>
            {list.map((credential) => (
              <li key={credential.id}>
                <CredentialLine credential={credential} />
              </li>
            ))}
          </ul>
          {offered > 0 && <AddProvider />}
          <ScopeDefaults credentials={list} />
        </>
      )}
      <AddCredential open={adding} onOpenChange={setAdding} />
    </SettingsPage>
  )
}
