import type { ApiKey } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { apiKeysQuery, deleteApiKey, deletionFailure, errorOf } from '../api/index.ts'
import { Button, ConfirmDialog, EmptyState, ErrorNote, IconButton, Skeleton } from '../ui/index.ts'
import { ago } from '../ui/time.ts'
import { CreateKey } from './CreateKey.tsx'
import styles from './People.module.css'
import * as strings from './strings.ts'
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
    const failure = deletionFailure(answer)
    if (failure !== undefined) return failure
    await Promise.all(['keys', 'people'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
    return undefined
  }
  const create = (
    <Button icon={<Plus size={15} />} onClick={() => setCreating(true)}>
      {strings.newKey}
    </Button>
  )
  return (
    <section className="grid one-column gap-12">
      <div className="row justify-between gap-12">
        <h2 className="type-subheading">{strings.apiKeys}</h2>
        {list.length > 0 && create}
      </div>
      {keys.isPending ? (
        <Skeleton height={60} radius={10} />
      ) : keys.isError ? (
        <ErrorNote title={errorOf(keys.error).message}>{errorOf(keys.error).hint}</ErrorNote>
      ) : list.length === 0 ? (
        <div className={styles.card}>
          <EmptyState icon={<KeyRound size={20} />} title={strings.noKeysYet} actions={create}>
            {strings.aKeyLetsAProgramSuch}
          </EmptyState>
        </div>
      ) : (
        <ul className={styles.card}>
          {list.map((key) => (
            <li key={key.id} className={styles.key}>
              <div className={styles.who}>
                <p className="break-anywhere font-medium">{key.name}</p>
                <p className={styles.meta}>
                  <span>{roleLabel(key.role)}</span>
                  <span>
                    {strings.endsIn} <code>{key.hint}</code>
                  </span>
                  <span>{strings.made(ago(key.createdAt))}</span>
                </p>
              </div>
              <IconButton label={strings.deleteText(key.name)} onClick={() => setRemoving(key)}>
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
        title={strings.deleteTheKey(removing?.name ?? '')}
        confirm={strings.deleteKey}
        onConfirm={remove}
      >
        <p>{strings.programsThatUseItAreRefused}</p>
      </ConfirmDialog>
    </section>
  )
}
