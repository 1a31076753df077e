import type { Credential, Model, ScopeDefault } from '@atelier/api'
import { tokens } from '../../shell/agent/modelFacts.ts'
import type { SelectOption } from '../../ui/index.ts'
import * as strings from '../strings.ts'

/** Stands for no default among the options. */
export const noDefault = 'none'

export interface DefaultChoice {
  choice: { credentialId: string; modelId: string }
  option: SelectOption
}

/**
 * The models that may be a default, grouped by provider.
 * @param models those of each credential, in the same order; undefined while a provider does not list them
 */
export function defaultChoices(
  credentials: readonly Pick<Credential, 'id' | 'label'>[],
  models: readonly (readonly Model[] | undefined)[],
): DefaultChoice[] {
  return credentials.flatMap(({ id, label }, index) =>
    (models[index] ?? []).map((model) => ({
      choice: { credentialId: id, modelId: model.id },
      option: {
        value: modelKey(id, model.id),
        label: model.label,
        hint: model.contextWindow ? strings.window(tokens(model.contextWindow)) : undefined,
        group: label,
      },
    })),
  )
}

/** The shown state of one scope's field. A default stays choosable while its provider does not list its models. */
export function defaultField(
  current: Pick<ScopeDefault, 'credentialId' | 'modelId'> | undefined,
  choices: readonly DefaultChoice[],
): { value: string; options: SelectOption[] } {
  const value = current ? modelKey(current.credentialId, current.modelId) : noDefault
  const options: SelectOption[] = [
    { value: noDefault, label: strings.noDefaultModel, hint: strings.chosenInEachChat },
    ...choices.map(({ option }) => option),
  ]
  if (current && !options.some((option) => option.value === value)) options.push({ value, label: current.modelId })
  return { value, options }
}

/** The model behind an option; undefined for `noDefault`, and for a model that is no longer listed. */
export function choiceOf(choices: readonly DefaultChoice[], value: string): DefaultChoice['choice'] | undefined {
  return choices.find(({ option }) => option.value === value)?.choice
}

/** Providers may have models of the same id. */
function modelKey(credentialId: string, modelId: string): string {
  return JSON.stringify([credentialId, modelId])
}
