import { Price } from '@atelier/agent'
import { Value } from 'typebox/value'
import { tokens as shortTokens } from '../modelFacts.ts'
import { cost } from '../run/summary.ts'
import type { useModelChoice } from '../useModelChoice.ts'
import { estimateTranslation, type TranslationSize } from './estimate.ts'
import * as strings from './strings.ts'
import styles from './TranslationFacts.module.css'

/** The estimated cost of a translation by the agent: how much it is, with which model, and about what that costs. */
export function TranslationFacts({
  choice,
  size,
  label,
}: {
  choice: ReturnType<typeof useModelChoice>
  size: TranslationSize
  /** The size in words. */
  label: string
}) {
  const rehearses = choice.active !== undefined && choice.active.credentialId === undefined
  const own = choice.groups.find(({ credential }) => credential.id === choice.active?.credentialId)
  const price = own?.models.find(({ id }) => id === choice.active?.modelId)?.price
  const { tokens, costUsd } = estimateTranslation(size, Value.Check(Price, price) ? price : undefined)
  return (
    <dl className={styles.facts} aria-label={strings.whatIsTranslated}>
      <dt>{strings.toTranslate}</dt>
      <dd>{label}</dd>
      <dt>{strings.modelWord}</dt>
      <dd>{choice.active === undefined ? strings.noModelForAgent : choice.label}</dd>
      <dt>{strings.expectedTokens}</dt>
      <dd>{rehearses ? strings.noTokens : strings.aboutTokens(shortTokens(tokens))}</dd>
      <dt>{strings.expectedCost}</dt>
      <dd>
        {rehearses ? strings.noCost : costUsd === undefined ? strings.priceUnknown : strings.aboutCost(cost(costUsd))}
      </dd>
    </dl>
  )
}
