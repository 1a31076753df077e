import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Credential, clearDefault, defaultsQuery, modelsQuery, sentence, setDefault } from '../../api/index.ts'
import { ErrorNote, Select, type SelectOption, Skeleton } from '../../ui/index.ts'
import { tokens } from '../ModelPicker.tsx'
import styles from './AiSettings.module.css'

const none = 'none'

/** The model that a new chat begins with, for the scope of the site editor. */
export function ScopeDefaults({ credentials }: { credentials: readonly Credential[] }) {
  const queryClient = useQueryClient()
  const defaults = useQuery(defaultsQuery())
  const models = useQueries({
    queries: credentials.map((credential) => ({ ...modelsQuery(credential.provider, credential.id), retry: false })),
  })
  const [error, setError] = useState<string>()
  if (defaults.isPending) return <Skeleton height={56} />
  const current = defaults.data?.defaults.find((each) => each.scope === 'site')
  const options: SelectOption[] = [
    { value: none, label: 'None: the rehearsal answers', hint: 'scripted, no AI' },
    ...credentials.flatMap((credential, index) =>
      (models[index]?.data?.models ?? []).map((model) => ({
        value: JSON.stringify([credential.id, model.id]),
        label: model.label,
        hint: model.contextWindow ? `${tokens(model.contextWindow)} window` : undefined,
        group: credential.label,
      })),
    ),
  ]
  const value = current ? JSON.stringify([current.credentialId, current.modelId]) : none
  // A default stays choosable while its provider does not list its models.
  if (!options.some((option) => option.value === value)) options.push({ value, label: current?.modelId ?? value })
  const choose = async (next: string) => {
    setError(undefined)
    const chosen = credentials
      .flatMap((credential, index) =>
        (models[index]?.data?.models ?? []).map((model) => ({ credentialId: credential.id, modelId: model.id })),
      )
      .find((each) => JSON.stringify([each.credentialId, each.modelId]) === next)
    const answer = next === none ? await clearDefault('site') : chosen ? await setDefault('site', chosen) : undefined
    if (answer && !answer.ok) setError(sentence(answer.error))
    await queryClient.invalidateQueries({ queryKey: ['defaults'] })
  }
  return (
    <section className={styles.defaults} aria-label="Default models">
      <Select label="Site editor" size="lg" value={value} options={options} onChange={choose} />
      {error && <ErrorNote title={error} />}
    </section>
  )
}
