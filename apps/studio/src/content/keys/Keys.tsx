import type { ConversationKey } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import { contentKeysQuery, deleteContentKey } from '../../api/contentForms.ts'
import { Button, ConfirmDialog, EmptyState, ErrorNote, IconButton, Skeleton } from '../../ui/index.ts'
import { ago } from '../../ui/words.ts'
import rooms from '../rooms/Rooms.module.css'
import { type ContentOverview, useContent } from '../session/context.ts'
import { Examples } from './Examples.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import styles from './Keys.module.css'
import { fieldsOfKey } from './keyForm.ts'
import * as strings from './strings.ts'

const admins: ReadonlySet<string> = new Set(['owner', 'admin'])

/** The keys by which programs talk with the agent of the content, and read it. */
export function Keys({ overview }: { overview: ContentOverview }) {
  const { project } = useContent()
  const mayChange = admins.has(project.role)
  return (
    <main className="grow min-h-0 overflow-auto bg-surface">
      <div className={rooms.column}>
        {mayChange ? (
          <KeyList overview={overview} />
        ) : (
          <>
            <h1 className="type-title">{strings.keys}</h1>
            <EmptyState icon={<KeyRound size={20} />} title={strings.onlyAdmins}>
              {strings.keysHint}
            </EmptyState>
          </>
        )}
      </div>
    </main>
  )
}

function KeyList({ overview }: { overview: ContentOverview }) {
  const { project } = useContent()
  const queries = useQueryClient()
  const { data, error } = useQuery(contentKeysQuery(project.id))
  /** The key that is changed; `new` for another one. */
  const [open, setOpen] = useState<ConversationKey | 'new'>()
  const [removing, setRemoving] = useState<ConversationKey>()
  const again = () => queries.invalidateQueries({ queryKey: contentKeysQuery(project.id).queryKey })
  const remove = async () => {
    if (!removing) return undefined
    const answer = await deleteContentKey(project.id, removing.id)
    if (!answer.ok) return sentence(answer.error)
    await again()
    return undefined
  }
  const create = (
    <Button icon={<Plus size={15} />} variant="primary" onClick={() => setOpen('new')}>
      {strings.newKey}
    </Button>
  )
  return (
    <>
      <div className="row wrap gap-8">
        <h1 className="type-title">{strings.keys}</h1>
        <span className="grow" />
        {data && data.keys.length > 0 && create}
      </div>
      <p className="quiet">{strings.keysHint}</p>
      {error && !data ? (
        <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>
      ) : !data ? (
        <Skeleton height={96} radius={10} />
      ) : data.keys.length === 0 ? (
        <EmptyState icon={<KeyRound size={20} />} title={strings.noKeys} actions={create}>
          {strings.noKeysHint}
        </EmptyState>
      ) : (
        <ul className="grid" aria-label={strings.keys}>
          {data.keys.map((key) => (
            <li key={key.id} className={styles.key}>
              <div className="grow min-w-0 break-anywhere">
                <button
                  type="button"
                  className={styles.name}
                  aria-label={strings.editKey(key.name)}
                  onClick={() => setOpen(key)}
                >
                  {key.name}
                </button>
                <p className="quiet">{summaryOf(key)}</p>
              </div>
              <IconButton label={strings.revokeKey(key.name)} onClick={() => setRemoving(key)}>
                <Trash2 size={15} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <section className={rooms.section} aria-label={strings.examples}>
        <h2 className="type-heading">{strings.examples}</h2>
        <Examples keyText="$KEY" model={overview.models[0]?.id ?? 'post'} />
      </section>
      {open !== undefined && (
        <KeyDialog
          overview={overview}
          known={open === 'new' ? undefined : open}
          onSaved={again}
          onClose={() => setOpen(undefined)}
        />
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(next) => !next && setRemoving(undefined)}
        title={strings.revokeAsk(removing?.name ?? '')}
        confirm={strings.revoke}
        onConfirm={remove}
      >
        <p>{strings.revokeHint}</p>
      </ConfirmDialog>
    </>
  )
}

function summaryOf(key: ConversationKey): string {
  const { use } = fieldsOfKey(key)
  const limited = (what: string, names: readonly string[] | null) => (names ? [strings.limitedTo(what, names)] : [])
  return [
    `${key.prefix}…`,
    strings.uses[use],
    ...(use === 'talk' ? [strings.roles[key.role]] : []),
    strings.of(key.owner),
    ...limited(strings.models, key.models),
    ...limited(strings.locales, key.locales),
    ...(use === 'talk' ? limited(strings.tools, key.tools) : []),
    ...(use === 'talk' ? [strings.used(key.usedThisMonth, key.perMonth)] : []),
    ...(key.lastUsedAt !== undefined
      ? [strings.lastUsed(ago(key.lastUsedAt))]
      : use === 'talk'
        ? [strings.neverUsed]
        : []),
  ].join(' · ')
}
