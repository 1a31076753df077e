import type { Credential } from '@atelier/api'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clearDefault, defaultsQuery, errorOf, modelsQuery, sentence, setDefault } from '../../api/index.ts'
import { tokens } from '../../shell/agent/modelFacts.ts'
import { Button, ErrorNote, Select, type SelectOption, Skeleton } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import styles from './AiSettings.module.css'
import { scopeLabel } from './usageFormat.ts'

const none = 'none'
/** Every place that has a default; the site editor's comes first, since chats are held there today. */
const scopes = ['site', 'dashboard', 'content', 'cms', 'part'] as const

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

  const choices = credentials.flatMap((credential, index) =>
    (models[index]?.data?.models ?? []).map((model) => ({
      choice: { credentialId: credential.id, modelId: model.id },
      option: {
        value: keyOf(credential.id, model.id),
        label: model.label,
        hint: model.contextWindow ? strings.window(tokens(model.contextWindow)) : undefined,
        group: credential.label,
      },
    })),
  )
  const choose = async (scope: string, next: string) => {
    setFailure(undefined)
    const chosen = choices.find(({ option }) => option.value === next)?.choice
    const answer = next === none ? await clearDefault(scope) : chosen ? await setDefault(scope, chosen) : undefined
    if (answer && !answer.ok) setFailure({ scope, text: sentence(answer.error) })
    await queryClient.invalidateQueries({ queryKey: ['defaults'] })
  }
  const field = (scope: (typeof scopes)[number]) => {
    const current = defaults.data.defaults.find((each) => each.scope === scope)
    const value = current ? keyOf(current.credentialId, current.modelId) : none
    const options: SelectOption[] = [
      { value: none, label: strings.noneTheRehearsalAnswers, hint: 'scripted, no AI' },
      ...choices.map(({ option }) => option),
    ]
    // A default stays choosable while its provider does not list its models.
    if (current && !options.some((option) => option.value === value)) options.push({ value, label: current.modelId })
    return (
      <div key={scope} className={styles.defaults}>
        <Select
          label={scopeLabel(scope)}
          size="lg"
          value={value}
          options={options}
          onChange={(next) => choose(scope, next)}
        />
        {failure?.scope === scope && <ErrorNote title={failure.text}>{strings.theDefaultIsAsItWas}</ErrorNote>}
      </div>
    )
  }
  const [first, ...others] = scopes
  return (
    <section className={styles.stack} aria-label={strings.defaultModels}>
      {field(first)}
      <details className={styles.others}>
        <summary>{strings.otherPlaces}</summary>
        <div className={styles.stack}>
          <p>{strings.chatsAreHeldInTheSite}</p>
          {others.map(field)}
        </div>
      </details>
    </section>
  )
}

function keyOf(credentialId: string, modelId: string): string {
  return JSON.stringify([credentialId, modelId])
}
