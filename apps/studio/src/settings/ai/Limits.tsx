import type { BudgetLevels } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { aiUsageQuery, budgetsQuery, errorOf, saveBudgets, sentence } from '../../api/index.ts'
import { Button, ErrorNote, Skeleton, TextField } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import styles from './Limits.module.css'
import { budgetsOf, type Level, type LimitTexts, levelTexts, limitFields } from './limitFields.ts'
import { formatCost, formatNumber } from './usageFormat.ts'

const levels: readonly { level: Level; title: string; lead: string }[] = [
  { level: 'run', title: strings.oneMessage, lead: strings.oneMessageMeaning },
  { level: 'session', title: strings.oneChat, lead: strings.oneChatMeaning },
  { level: 'month', title: strings.theWorkspacePerMonth, lead: strings.workspaceMonthMeaning },
]

/** How much the agent may use. The worst case is set aside before each request, so that no limit is passed. */
export function Limits() {
  const budgets = useQuery(budgetsQuery())
  if (budgets.isPending) return <Skeleton height={240} radius={10} />
  if (budgets.isError) {
    const error = errorOf(budgets.error)
    return (
      <ErrorNote
        title={error.message}
        actions={
          <Button size="sm" onClick={() => budgets.refetch()}>
            {strings.tryAgain}
          </Button>
        }
      >
        {error.hint}
      </ErrorNote>
    )
  }
  return <LimitsForm budgets={budgets.data.budgets} defaults={budgets.data.defaults} />
}

function LimitsForm({ budgets, defaults }: { budgets: BudgetLevels; defaults: BudgetLevels }) {
  const queryClient = useQueryClient()
  const usage = useQuery(aiUsageQuery())
  const [texts, setTexts] = useState(() => levelTexts(budgets))
  const [problems, setProblems] = useState<Partial<Record<Level, Partial<LimitTexts>>>>({})
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ ok: boolean; text: string }>()
  const month = usage.data?.month

  const set = (level: Level, change: Partial<LimitTexts>) => {
    setTexts({ ...texts, [level]: { ...texts[level], ...change } })
    setProblems({ ...problems, [level]: undefined })
    setOutcome(undefined)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const read = budgetsOf(texts)
    setProblems(read.ok ? {} : read.problems)
    if (!read.ok) return
    setBusy(true)
    const saved = await saveBudgets(read.budgets)
    setBusy(false)
    setOutcome(saved.ok ? { ok: true, text: strings.limitsSaved } : { ok: false, text: sentence(saved.error) })
    if (saved.ok) {
      setTexts(levelTexts(saved.value.budgets))
      await queryClient.invalidateQueries({ queryKey: ['budgets'] })
    }
  }

  return (
    <form className="grid one-column gap-20" onSubmit={submit} noValidate>
      {levels.map(({ level, title, lead }) => (
        <fieldset key={level} className="m-0 p-0 min-w-0 border-0">
          <legend className="p-0 type-subheading">{title}</legend>
          <p className={styles.lead}>
            {lead}
            {level === 'month' &&
              month &&
              ` Used so far: ${formatCost(month.costUsd)}, ${formatNumber(month.tokens)} tokens.`}
          </p>
          <div className={styles.fields}>
            {limitFields.map(({ name, label, unit }) => (
              <TextField
                key={name}
                label={label}
                size="lg"
                inputMode="decimal"
                autoComplete="off"
                placeholder={strings.noLimit}
                value={texts[level][name]}
                error={problems[level]?.[name]}
                leading={unit === '$' ? <span className="color-faint">$</span> : undefined}
                trailing={unit && unit !== '$' ? <span className="color-faint">{unit}</span> : undefined}
                onChange={(event) => set(level, { [name]: event.target.value })}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <p className={styles.lead}>{strings.unpricedModelNote}</p>
      {outcome && !outcome.ok && <ErrorNote title={outcome.text}>{strings.nothingWasChanged}</ErrorNote>}
      <div className="row wrap gap-8">
        <Button type="submit" variant="primary" busy={busy}>
          {strings.saveLimits}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            setTexts(levelTexts(defaults))
            setProblems({})
            setOutcome(undefined)
          }}
        >
          {strings.fillInDefaults}
        </Button>
        {outcome?.ok && (
          <span className="type-dense color-done" role="status">
            {outcome.text}
          </span>
        )}
      </div>
    </form>
  )
}
