import type { ModelFile } from '@atelier/content'
import { useState } from 'react'
import { Button, ErrorNote, Select } from '../../ui/index.ts'
import type { ModelPreview } from '../session/handles.ts'
import { labelIn } from './fieldTypes.ts'
import styles from './Model.module.css'
import type { HeldEdit, Migration } from './modelDraft.ts'
import { ProgressLine } from './ProgressLine.tsx'
import * as strings from './strings.ts'
import type { Progress } from './useProgress.ts'

type Break = ModelPreview['breaks'][number]

interface Choice {
  value: Migration
  label: string
}

/** The choices for values of a field that no longer fit; the first is suggested. */
export function choicesFor(broken: Break, locale: string, i18n: boolean): readonly Choice[] {
  const { what, count, convertible, required } = broken
  const fill: Choice[] = broken.default ? [{ value: 'default', label: strings.fillDefault }] : []
  const drop: Choice[] = required ? [] : [{ value: 'drop', label: strings.dropValues }]
  switch (what) {
    case 'removed':
      return [{ value: 'drop', label: strings.dropValues }]
    case 'i18n':
      return [
        i18n
          ? { value: 'convert', label: strings.moveTo(locale) }
          : { value: 'drop', label: strings.keepDefaultLocale(locale) },
      ]
    case 'added required':
    case 'became required':
      return [...fill, { value: 'convert', label: strings.leaveEmpty }]
    case 'became unique':
      return [
        ...(convertible > 0 ? [{ value: 'convert', label: strings.numberLater } as const] : []),
        ...(required ? [] : [{ value: 'drop', label: strings.dropLater } as const]),
      ]
    default: {
      const convert =
        convertible === count
          ? strings.convertAll
          : convertible === 0
            ? strings.convertNone
            : strings.convertSome(convertible, count - convertible)
      return convertible === 0
        ? [...fill, ...drop, ...(required ? [{ value: 'convert', label: strings.leaveEmpty } as const] : [])]
        : [{ value: 'convert', label: convert }, ...fill, ...drop]
    }
  }
}

/** The consequences of a waiting edit, a decision for each field, and its faults. */
export function Consequences({
  held,
  file,
  locale,
  progress,
  onSave,
  onDiscard,
}: {
  held: HeldEdit
  file: ModelFile
  locale: string
  /** How far saving is, once it takes a while. */
  progress: Progress | undefined
  onSave: (migrate: Record<string, Migration>) => Promise<string | undefined>
  onDiscard: () => void
}) {
  const [chosen, setChosen] = useState<Readonly<Record<string, Migration>>>({})
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { preview } = held
  const breaks = preview?.breaks ?? []
  const errors = (preview?.findings ?? []).filter(({ severity }) => severity === 'error')
  const isOnlyBroken = breaks.length > 0 && errors.length === 0
  const nameOf = (field: string) => {
    const definition = file.fields?.[field]
    return definition ? labelIn(field, definition, locale) : field
  }
  const decided = Object.fromEntries(
    breaks.flatMap((each) => {
      const offered = choicesFor(each, locale, file.i18n)
      const choice = offered.find(({ value }) => value === chosen[each.field]) ?? offered[0]
      return choice ? [[each.field, choice.value]] : []
    }),
  )
  const save = async () => {
    setBusy(true)
    setError(undefined)
    setError(await onSave(decided))
    setBusy(false)
  }
  return (
    <section className={styles.consequences} aria-label={isOnlyBroken ? strings.consequences : strings.mendFirst}>
      <ErrorNote
        tone="attention"
        title={isOnlyBroken ? strings.consequences : strings.mendFirst}
        actions={
          <>
            <Button size="sm" disabled={busy} onClick={onDiscard}>
              {strings.discard}
            </Button>
            {isOnlyBroken && (
              <Button size="sm" variant="primary" busy={busy} onClick={() => void save()}>
                {strings.saveChange}
              </Button>
            )}
          </>
        }
      >
        {isOnlyBroken ? (
          <>
            <p>{strings.consequencesHint}</p>
            <ul className={styles.breaks}>
              {breaks.map((each) => (
                <li key={each.field} className={styles.break}>
                  <p>
                    {each.what !== 'i18n' && <strong>{nameOf(each.field)}</strong>}{' '}
                    {each.what === 'i18n' && file.i18n
                      ? strings.movesTo(each.count, locale)
                      : strings.whatBreaks(each.what, each.count, preview?.entries ?? 0)}
                  </p>
                  <Select
                    label={strings.decisionFor(nameOf(each.field))}
                    hideLabel
                    value={decided[each.field] ?? null}
                    options={choicesFor(each, locale, file.i18n)}
                    disabled={busy}
                    onChange={(value) => {
                      const next = choicesFor(each, locale, file.i18n).find((choice) => choice.value === value)
                      if (next) setChosen((all) => ({ ...all, [each.field]: next.value }))
                    }}
                  />
                </li>
              ))}
            </ul>
            {progress && <ProgressLine label={strings.saving} progress={progress} />}
            {error !== undefined && (
              <p className={styles.error} role="alert">
                {error}
              </p>
            )}
          </>
        ) : errors.length > 0 ? (
          <ul className={styles.errors}>
            {errors.map(({ field, message, hint }) => (
              <li key={`${field ?? ''} ${message}`}>
                {message} {hint}
              </li>
            ))}
          </ul>
        ) : (
          held.message
        )}
      </ErrorNote>
    </section>
  )
}
