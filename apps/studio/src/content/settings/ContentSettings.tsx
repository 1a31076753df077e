import { localePattern } from '@atelier/content'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import {
  Button,
  ConfirmDialog,
  ErrorNote,
  IconButton,
  Segmented,
  Skeleton,
  TextField,
  useToast,
} from '../../ui/index.ts'
import { CommitField } from '../model/CommitField.tsx'
import { mayDesign } from '../model/mayDesign.ts'
import { ProgressLine } from '../model/ProgressLine.tsx'
import { SharingProposal } from '../model/SharingProposal.tsx'
import { saveAll } from '../model/saveAll.ts'
import { useProgress } from '../model/useProgress.ts'
import rooms from '../rooms/Rooms.module.css'
import { type ContentOverview, useContent } from '../session/context.ts'
import { type ContentHandle, operations } from '../session/handles.ts'
import { settingsQuery } from '../session/reads.ts'
import styles from './ContentSettings.module.css'
import * as strings from './strings.ts'

/** The languages of a project's content, and how edits of it are reviewed. */
export function ContentSettings({ overview }: { overview: ContentOverview }) {
  const { project } = useContent()
  const disabled = !mayDesign(project.role)
  return (
    <main className="grow min-h-0 overflow-auto bg-surface">
      <div className={rooms.column}>
        <h1 className="type-title">{strings.settings}</h1>
        {disabled && <ErrorNote tone="info" title={strings.onlyAdmins} />}
        <Languages overview={overview} disabled={disabled} />
        {!disabled && <Reviews />}
      </div>
    </main>
  )
}

function Languages({ overview, disabled }: { overview: ContentOverview; disabled: boolean }) {
  const { session } = useContent()
  const { show } = useToast()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [asked, setAsked] = useState<{ locale: string; why: string }>()
  const progress = useProgress()
  const { supported = [], default: main } = overview.locales ?? {}

  const add = async (event: FormEvent) => {
    event.preventDefault()
    const locale = code.trim()
    if (!localePattern.test(locale)) return setError(strings.languageWrong(locale))
    const answer = await session.run(operations.addLocale, { locale })
    if (!answer.ok) return setError(sentence(answer.error))
    setCode((now) => (now === code ? '' : now))
    setError(undefined)
  }
  /** Returns why it was refused. */
  const remove = async (locale: string, drop: boolean): Promise<string | undefined> => {
    progress.begin(overview.models.reduce((sum, { count }) => sum + count, 0))
    const answer = await session.runTogether((run) =>
      saveAll(() => run(operations.removeLocale, { locale, ...(drop ? { drop } : {}) }), progress.tell),
    )
    progress.end()
    if (!answer.ok) {
      if (answer.error.code !== 'locale_in_use' || drop) return sentence(answer.error)
      setAsked({ locale, why: answer.error.message })
      return undefined
    }
    const { undo } = answer.value
    show({
      title: strings.removed(locale),
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
    return undefined
  }
  return (
    <section className={rooms.section} aria-label={strings.languages}>
      <h2 className="type-heading">{strings.languages}</h2>
      <p className="quiet">{strings.languagesHint}</p>
      <ul className="flex wrap gap-8">
        {supported.map((locale) => (
          <li key={locale} className={styles.language}>
            <span className="break-anywhere type-code">{locale}</span>
            {locale === main && <span className="quiet">{strings.defaultLanguage}</span>}
            {!disabled && locale !== main && (
              <IconButton
                size="sm"
                label={strings.removeLanguage(locale)}
                onClick={() =>
                  void remove(locale, false).then((why) => {
                    if (why !== undefined) show({ title: why, tone: 'danger', id: 'content-locale' })
                  })
                }
              >
                <Trash2 size={14} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {!disabled && (
        <form className={styles.add} onSubmit={add} noValidate>
          <TextField
            label={strings.newLanguage}
            value={code}
            mono
            autoComplete="off"
            spellCheck={false}
            {...(error === undefined ? { hint: strings.newLanguageHint } : { error })}
            onChange={(event) => {
              setCode(event.currentTarget.value)
              setError(undefined)
            }}
          />
          <Button type="submit" icon={<Plus size={14} />}>
            {strings.addLanguage}
          </Button>
        </form>
      )}
      {!disabled && <SharingProposal models={overview.models} />}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={strings.removeTitle(asked?.locale ?? '')}
        confirm={strings.removeAnyway}
        danger
        onConfirm={() => asked && remove(asked.locale, true)}
      >
        {asked?.why} {strings.removeHint}
        {progress.shown && <ProgressLine label={strings.progress} progress={progress.shown} />}
      </ConfirmDialog>
    </section>
  )
}

type SettingsInput = typeof operations.saveSettings extends ContentHandle<infer Input, unknown> ? Input : never

const workflowNames = ['auto-merge', 'review'] as const

function Reviews() {
  const { session, project } = useContent()
  const { show } = useToast()
  const { data, error, refetch } = useQuery(settingsQuery(project.id))
  const save = async (input: SettingsInput) => {
    const answer = await session.run(operations.saveSettings, input)
    if (!answer.ok) show({ title: sentence(answer.error), tone: 'danger', id: 'content-settings' })
    else if (answer.value.data.note !== undefined) show({ title: answer.value.data.note, id: 'content-settings' })
  }
  if (error && !data) {
    return (
      <ErrorNote
        title={errorOf(error).message}
        actions={
          <Button size="sm" onClick={() => void refetch()}>
            {strings.tryAgain}
          </Button>
        }
      />
    )
  }
  if (!data) return <Skeleton height={120} radius={10} />
  const workflow = workflowNames.find((each) => each === data.workflow) ?? 'auto-merge'
  const limit = (member: 'branchWarnLimit' | 'branchBlockLimit' | 'branchRetention', label: string) => (
    <CommitField
      label={label}
      inputMode="numeric"
      value={String(data[member])}
      onCommit={(text) => {
        const number = text.trim() === '' ? null : Number(text)
        if (number !== null && !Number.isInteger(number)) return strings.noNumber
        void save({ [member]: number })
        return undefined
      }}
    />
  )
  return (
    <>
      <section className={rooms.section} aria-label={strings.workflow}>
        <h2 className="type-heading">{strings.workflow}</h2>
        <p className="quiet">{strings.workflowHint}</p>
        <div>
          <Segmented
            label={strings.workflow}
            value={workflow}
            onChange={(next) => void save({ workflow: next })}
            options={workflowNames.map((value) => ({ value, label: strings.workflows[value] }))}
          />
        </div>
      </section>
      <section className={rooms.section} aria-label={strings.limits}>
        <h2 className="type-heading">{strings.limits}</h2>
        <div className={rooms.form}>
          {limit('branchWarnLimit', strings.warnFrom)}
          {limit('branchBlockLimit', strings.blockFrom)}
          {limit('branchRetention', strings.keepFor)}
        </div>
      </section>
    </>
  )
}
