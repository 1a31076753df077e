import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Globe, Trash2 } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { errorOf, sentence, unwrap } from '../../../api/client.ts'
import { addDomain, domainsQuery, removeDomain } from '../../../api/versions.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useEditor } from '../session/context.ts'
import styles from './Settings.module.css'
import * as strings from './strings.ts'

/** The domains under which the published site is found. */
export function DomainSettings() {
  const { projectId } = useEditor()
  const queries = useQueryClient()
  const domains = useQuery(domainsQuery(projectId))
  const [host, setHost] = useState('')
  const changed = () => queries.invalidateQueries({ queryKey: ['projects', projectId, 'domains'] })
  const add = useMutation({
    mutationFn: (name: string) => unwrap(addDomain(projectId, name)),
    onSuccess: () => setHost(''),
    onSettled: changed,
  })
  const remove = useMutation({
    mutationFn: (name: string) => unwrap(removeDomain(projectId, name)),
    onSettled: changed,
  })
  const all = domains.data?.domains ?? []
  const failure = remove.error ?? domains.error
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (host.trim() !== '') add.mutate(host.trim())
  }
  return (
    <div className={styles.form}>
      <form className={styles.add} onSubmit={submit}>
        <TextField
          label={strings.domain}
          mono
          placeholder="www.example.com"
          value={host}
          error={add.error ? sentence(errorOf(add.error)) : undefined}
          hint={strings.domainHint}
          onChange={(event) => setHost(event.target.value)}
        />
        <Button type="submit" busy={add.isPending} disabled={host.trim() === ''}>
          {strings.add}
        </Button>
      </form>
      {failure && <ErrorNote title={sentence(errorOf(failure))} />}
      {domains.isPending && <Skeleton height={32} radius={6} />}
      {domains.isSuccess && all.length === 0 && (
        <EmptyState icon={<Globe size={18} />} title={strings.noDomainYet}>
          {strings.noDomainHint}
        </EmptyState>
      )}
      <ul>
        {all.map((domain) => (
          <li key={domain.host} className={styles.domain}>
            <span className={styles.host}>{domain.host}</span>
            <IconButton label={strings.removeHost(domain.host)} size="sm" onClick={() => remove.mutate(domain.host)}>
              <Trash2 size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
