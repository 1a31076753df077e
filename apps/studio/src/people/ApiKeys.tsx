import type { ApiKey } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { apiKeysQuery, deleteApiKey, errorOf, sentence } from '../api/index.ts'
import { Button, ConfirmDialog, EmptyState, ErrorNote, IconButton, Skeleton } from '../ui/index.ts'
import { ago } from '../ui/time.ts'
import { CreateKey } from './CreateKey.tsx'
import styles from './People.module.css'
import { roleLabel } from './words.ts'

/** Keys for programs that work in one's name. */
export function ApiKeys() {
  const queryClient = useQueryClient()
  const keys = useQuery(apiKeysQuery())
  const [creating, setCreating] = useState(false)
  const [removing, setRemoving] = useState<ApiKey>()
  const list = keys.data?.keys ?? []
  const remove = async () => {
    if (!removing) return undefined
    const answer = await deleteApiKey(removing.id)
    if (!answer.ok && answer.error.status !== 404) return sentence(answer.error)
    await Promise.all(['keys', 'people'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
    return undefined
  }
  const create = (
    <Button icon={<Plus size={15} />} onClick={() => setCreating(true)}>
      New key
    </Button>
  )
  return (
    <section className={styles.section}>
      <div className={styles.keyHead}>
        <h2 className={styles.subtitle}>API keys</h2>
        {list.length > 0 && create}
      </div>
      {keys.isPending ? (
        <Skeleton height={60} radius={10} />
      ) : keys.isError ? (
        <ErrorNote title={errorOf(keys.error).message}>{errorOf(keys.error).hint}</ErrorNote>
      ) : list.length === 0 ? (
        <div className={styles.card}>
          <EmptyState icon={<KeyRound size={20} />} title="No keys yet" actions={create}>
            A key lets a program, such as the command line or a script, work in your name.
          </EmptyState>
        </div>
      ) : (
        <ul className={styles.card}>
          {list.map((key) => (
            <li key={key.id} className={styles.key}>
              <div className={styles.who}>
                <p className={styles.name}>{key.name}</p>
                <p className={styles.meta}>
                  <span>{roleLabel(key.role)}</span>
                  <span>
                    ends in <code>{key.hint}</code>
                  </span>
                  <span>made {ago(key.createdAt)}</span>
                </p>
              </div>
              <IconButton label={`Delete ${key.name}`} onClick={() => setRemoving(key)}>
                <Trash2 size={15} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <CreateKey open={creating} onOpenChange={setCreating} />
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(open) => !open && setRemoving(undefined)}
        title={`Delete the key “${removing?.name ?? ''}”?`}
        confirm="Delete key"
        onConfirm={remove}
      >
        <p>Programs that use it are refused from now on. What they made stays. This cannot be undone.</p>
      </ConfirmDialog>
    </section>
  )
}
