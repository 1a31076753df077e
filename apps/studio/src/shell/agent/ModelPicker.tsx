import { Check, ChevronDown, Settings2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Popover, Skeleton } from '../../ui/index.ts'
import { lazyWhenIdle } from '../../ui/lazyWhenIdle.ts'
import styles from './ModelPicker.module.css'
import { isActive, modelHint } from './modelFacts.ts'
import type { ThinkingPick } from './ThinkingControl.tsx'
import * as strings from './texts/strings.ts'
import { type ModelChoice, type ModelPick, rehearsalModel } from './useModelChoice.ts'

const ThinkingControl = lazyWhenIdle(async () => (await import('./ThinkingControl.tsx')).ThinkingControl)

/** Which model answers next. The rehearsal is listed among them and says what it is. */
export function ModelPicker({
  choice,
  onPick,
  thinking,
  onThinking,
}: {
  choice: ModelChoice
  onPick: (pick: ModelPick) => void
  thinking: string | undefined
  onThinking: (value: ThinkingPick | null) => void
}) {
  const [open, setOpen] = useState(false)
  const toggle = (next: boolean) => {
    if (next) choice.listAll()
    setOpen(next)
  }
  const pick = (next: ModelPick) => {
    onPick(next)
    setOpen(false)
  }
  return (
    <Popover
      label={strings.model(choice.label)}
      open={open}
      onOpenChange={toggle}
      side="top"
      bare
      trigger={
        <button type="button" className={styles.trigger} aria-label={strings.model(choice.label)}>
          <span className={styles.name}>{choice.label}</span>
          {choice.thinks && thinking && <span className="rigid tabular-nums quiet">{thinking}</span>}
          <ChevronDown size={12} aria-hidden="true" />
        </button>
      }
    >
      <div className={styles.list}>
        {choice.groups.map(({ credential, models, pending, error }) => (
          <fieldset key={credential.id} className={styles.group}>
            <legend>{credential.label}</legend>
            {pending && <Skeleton height={28} />}
            {error && <p className={styles.note}>{strings.itsModelsCannotBeListedNow}</p>}
            {models.map((model) => (
              <ModelLine
                key={model.id}
                label={model.label}
                hint={modelHint(model)}
                chosen={isActive(choice.active, { credentialId: credential.id, modelId: model.id })}
                onPick={() => pick({ credentialId: credential.id, modelId: model.id })}
              />
            ))}
          </fieldset>
        ))}
        {choice.rehearsal && (
          <fieldset className={styles.group}>
            <legend>{strings.builtIn}</legend>
            <ModelLine
              label={strings.rehearsal}
              hint={strings.scriptedNoAi}
              chosen={isActive(choice.active, { modelId: rehearsalModel })}
              onPick={() => pick({ modelId: rehearsalModel })}
            />
          </fieldset>
        )}
        {choice.thinks && (
          <Suspense fallback={null}>
            <ThinkingControl value={thinking} onChange={onThinking} />
          </Suspense>
        )}
        <Link to={paths.settings('ai')} className={styles.settings}>
          <Settings2 size={14} aria-hidden="true" />
          {choice.groups.length === 0 ? strings.addAnAiProvider : strings.manageProviders}
        </Link>
      </div>
    </Popover>
  )
}

function ModelLine({
  label,
  hint,
  chosen,
  onPick,
}: {
  label: string
  hint: string | undefined
  chosen: boolean
  onPick: () => void
}) {
  return (
    <button type="button" className={styles.model} aria-pressed={chosen} onClick={onPick}>
      <span className={styles.name}>{label}</span>
      {hint && <span className="rigid tabular-nums quiet">{hint}</span>}
      <span className={styles.check}>{chosen && <Check size={14} aria-hidden="true" />}</span>
    </button>
  )
}
