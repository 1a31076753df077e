import type { Rehearsal, Suggestion } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { acceptSuggestion, rehearsalsQuery, sentence, suggestionsQuery } from '../../api/index.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, ErrorNote } from '../../ui/index.ts'
import styles from './EmptyChat.module.css'
import * as strings from './texts/strings.ts'
import type { ModelChoice } from './useModelChoice.ts'

export interface EmptyChatProps {
  scope: string
  projectId: string
  choice: ModelChoice
  /** The person may read the project only. */
  readsOnly: boolean
  onSuggest: (prompt: string) => void
}

/** A chat without messages: what to ask for, and how to get a model if there is none. */
export function EmptyChat({ scope, projectId, choice, readsOnly, onSuggest }: EmptyChatProps) {
  const rehearsals = useQuery({ ...rehearsalsQuery(scope, projectId), enabled: choice.lock === null })
  const scripted = choice.active !== undefined && choice.active.credentialId === undefined
  if (choice.missing === 'chooseModel') {
    return (
      <div className={styles.empty}>
        <Head title={strings.chooseAModelToGetStarted} text={strings.pickOneBelowOrSetA} />
        <Link to={paths.settings('ai')}>{strings.setADefaultInAiSettings}</Link>
      </div>
    )
  }
  // They change the site.
  const ideas = readsOnly ? [] : (rehearsals.data?.rehearsals ?? [])
  if (choice.missing === 'setup') {
    return (
      <div className={styles.empty}>
        <Head title={strings.connectAnAiProvider} text={strings.theAgentNeedsAModelTo} />
        <AddProvider prominent />
        {scripted && (
          <div className={styles.rehearsal}>
            <p>
              <b>{strings.untilThenARehearsal}</b> {strings.scriptedNoAiItPlaysThese}
            </p>
          </div>
        )}
        <Ideas ideas={ideas} onSuggest={onSuggest} />
      </div>
    )
  }
  return (
    <div className={styles.empty}>
      <Head
        title={readsOnly ? strings.whatDoYouWantToKnow : strings.whatShallWeMake}
        text={
          scope === 'content'
            ? strings.theAgentAndContent
            : scope === 'part'
              ? strings.theAgentAndParts
              : scope === 'cms'
                ? strings.theAssistantAndTheSite
                : readsOnly
                  ? strings.theAgentReadsThisSiteWith
                  : strings.theAgentEditsThisSiteBeside
        }
      />
      <Ideas ideas={ideas} onSuggest={onSuggest} />
      {scripted && (
        <div className={styles.rehearsal}>
          <p>
            <b>{strings.thisIsARehearsal}</b> {strings.scriptedNoAiItPlaysThe}
          </p>
        </div>
      )}
    </div>
  )
}

/** Requests that can be sent with one click. */
function Ideas({ ideas, onSuggest }: { ideas: readonly Rehearsal[]; onSuggest: (prompt: string) => void }) {
  if (ideas.length === 0) return null
  return (
    <ul className="grid gap-6">
      {ideas.map((idea) => (
        <li key={idea.id}>
          <button type="button" className={styles.idea} onClick={() => onSuggest(idea.title)}>
            {idea.title}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Head({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid gap-4">
      <span className={styles.mark}>
        <Sparkles size={18} aria-hidden="true" />
      </span>
      <p className={styles.title}>{title}</p>
      <p className="text-pretty color-secondary">{text}</p>
    </div>
  )
}

/** Offers what was found (a key in the environment, an Ollama on this machine) with one click, and the form. */
export function AddProvider({ prominent = false }: { prominent?: boolean }) {
  const suggestions = useQuery(suggestionsQuery())
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const [error, setError] = useState<string>()
  const accept = async (suggestion: Suggestion) => {
    setBusy(suggestion.provider)
    setError(undefined)
    const answer = await acceptSuggestion(suggestion.provider)
    if (!answer.ok) setError(sentence(answer.error))
    await Promise.all(
      ['credentials', 'defaults', 'suggestions'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    )
    setBusy(undefined)
  }
  const found = suggestions.data?.suggestions ?? []
  return (
    <div className="grid justify-items-start gap-8">
      {found.map((suggestion) => (
        <Button
          key={suggestion.provider}
          variant={prominent ? 'primary' : 'secondary'}
          full
          busy={busy === suggestion.provider}
          icon={<KeyRound size={14} />}
          onClick={() => accept(suggestion)}
        >
          {strings.use(suggestion.label)}
        </Button>
      ))}
      {found.length > 0 && (
        <p className="text-pretty color-secondary">
          {found.some((each) => each.source === 'environment')
            ? strings.foundInTheServersEnvironment
            : strings.foundOnThisMachine}
        </p>
      )}
      <Link to={paths.settings('ai')}>{found.length > 0 ? strings.addAnotherProvider : strings.addAnAiProvider}</Link>
      {error && <ErrorNote title={error} />}
    </div>
  )
}
