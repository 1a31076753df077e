import type { Credential } from '@atelier/api'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clearDefault, defaultsQuery, errorOf, modelsQuery, sentence, setDefault } from '../../api/index.ts'
import { Button, ErrorNote, Select, Skeleton } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import styles from './AiSettings.module.css'
import { choiceOf, defaultChoices, defaultField, noDefault } from './defaults.ts'
import { scopeLabel } from './usageFormat.ts'

/** Every place that has a default; those that there are today come first. */
const scopes = ['site', 'generate', 'dashboard', 'content', 'cms', 'part'] as const

/** The model that a new chat begins with, per place. */
export function ScopeDefaults({ credentials }: { credentials: readonly Credential[] }) {
  const queryClient = useQueryClient()
  const defaults = useQuery(defaultsQuery())
  const models = useQueries({
    queries: credentials.map((credential) => ({ ...modelsQuery(credential.provider, credential.id), retry: false })),
  })
  const [failure, setFailure] = useState<{ scope: string; text: string }>()
  if (defaults.isPending) return <Skeleton height={56} />
  if (defaults.isError) {
    const error = errorOf(defaults.error)
    return (
      <ErrorNote
        title={error.message}
        actions={
          <Button size="sm" onClick={() => defaults.refetch()}>
            {strings.tryAgain}
          </Button>
        }
      >
        {error.hint}
      </ErrorNote>
    )
  }

  const choices = defaultChoices(
    credentials,
    models.map(({ data }) => data?.models),
  )
  const choose = async (scope: string, next: string) => {
    setFailure(undefined)
    const chosen = choiceOf(choices, next)
    const answer = next === noDefault ? await clearDefault(scope) : chosen ? await setDefault(scope, chosen) : undefined
    if (answer && !answer.ok) setFailure({ scope, text: sentence(answer.error) })
    await queryClient.invalidateQueries({ queryKey: ['defaults'] })
  }
  const field = (scope: (typeof scopes)[number]) => {
    const current = defaults.data.defaults.find((each) => each.scope === scope)
    const { value, options } = defaultField(current, choices)
    const listed = models[credentials.findIndex(({ id }) => id === current?.credentialId)]?.data?.models
    const windowNote = listed?.find(({ id }) => id === current?.modelId)?.windowNote
    return (
      <div key={scope} className="grid one-column gap-4">
        <Select
          label={scopeLabel(scope)}
          size="lg"
          value={value}
          options={options}
          onChange={(next) => choose(scope, next)}
        />
        {windowNote !== undefined && <ErrorNote tone="attention" title={windowNote} />}
        {failure?.scope === scope && <ErrorNote title={failure.text}>{strings.defaultUnchanged}</ErrorNote>}
      </div>
    )
  }
  const [first, second, ...others] = scopes
  return (
    <section className={styles.stack} aria-label={strings.defaultModels}>
      {field(first)}
      {field(second)}
      <details className={styles.others}>
        <summary>{strings.otherPlaces}</summary>
        <div className={styles.stack}>
          <p>{strings.otherPlacesNote}</p>
          {others.map(field)}
        </div>
      </details>
    </section>
  )
}
