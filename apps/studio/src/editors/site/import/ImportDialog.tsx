import type { ImportDone, ImportPlan, ImportProgress } from '@atelier/api'
import { FolderOpen, Undo2 } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { sentence } from '../../../api/client.ts'
import { type ConflictChoice, planImport, runImport } from '../../../api/import.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useEditor } from '../session/context.ts'
import { archiveOf, type ChosenFile, chosenFiles, droppedFiles } from './archive.ts'
import styles from './ImportDialog.module.css'
import { askedFor, bringsSomething, importChoices, pageToOpen, reportSentences, withoutReplacing } from './importing.ts'
import { PlanView } from './PlanView.tsx'
import * as strings from './strings.ts'

type Step =
  | { name: 'choose'; failure?: string }
  | { name: 'reading' }
  | { name: 'plan'; archive: Blob; plan: ImportPlan; failure?: string }
  | { name: 'working'; progress?: ImportProgress }
  | { name: 'done'; done: ImportDone; undone?: boolean; failure?: string }

const words = { pages: strings.readingPages, media: strings.keepingFiles, writing: 'Writing' } as const

/** Brings a whole site into the project: choose it, see what would happen, choose what to keep, and take it back. */
export function ImportDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const session = useEditor()
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const [items, setItems] = useState<Readonly<Record<string, ConflictChoice>>>({})
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const [template, setTemplate] = useState(false)
  const [frames, setFrames] = useState(false)
  const [keepsStarter, setKeepsStarter] = useState(false)
  const [unused, setUnused] = useState<boolean>()

  const close = (next: boolean) => {
    if (step.name === 'working') return
    if (!next) setStep({ name: 'choose' })
    onOpenChange(next)
  }
  const take = async (files: readonly ChosenFile[]) => {
    if (files.length === 0) return
    setStep({ name: 'reading' })
    setItems({})
    setWithout(new Set())
    setKeepsStarter(false)
    setUnused(undefined)
    try {
      const archive = await archiveOf(files)
      const plan = await planImport(session.projectId, archive)
      setStep(plan.ok ? { name: 'plan', archive, plan: plan.value } : { name: 'choose', failure: sentence(plan.error) })
    } catch {
      setStep({ name: 'choose', failure: strings.theFilesCouldNotBeRead })
    }
  }
  const start = async (archive: Blob, plan: ImportPlan) => {
    setStep({ name: 'working' })
    const choices = importChoices(plan, { items, without, template, frames, keepsStarter, unused })
    const answer = await session.trackServerCall(
      runImport(session.projectId, { archive, upload: plan.upload }, choices, (progress) =>
        setStep({ name: 'working', progress }),
      ),
      (answered) => (answered.ok ? answered.value.changeSetId : undefined),
    )
    if (!answer.ok) setStep({ name: 'plan', archive, plan, failure: sentence(answer.error) })
    else {
      setStep({ name: 'done', done: answer.value })
      const home = pageToOpen(answer.value.report.pages)
      if (home !== undefined) session.openPage(home)
    }
  }
  const undo = async (done: ImportDone) => {
    const failure = await session.revert(done.changeSetId)
    setStep({ name: 'done', done, ...(failure === undefined ? { undone: true } : { failure }) })
  }

  return (
    <Dialog open={open} onOpenChange={close} title={strings.importASite} wide footer={footer()}>
      {step.name === 'choose' && <Chooser failure={step.failure} onFiles={take} />}
      {step.name === 'reading' && <Working label={strings.readingTheSite} />}
      {step.name === 'plan' && (
        <>
          {step.failure && <ErrorNote title={step.failure}>{strings.nothingWasChanged}</ErrorNote>}
          <PlanView
            plan={step.plan}
            items={items}
            onItem={(path, choice) => setItems({ ...items, [path]: choice })}
            without={without}
            onWithout={(path, agreed) =>
              setWithout(agreed ? new Set([...without, path]) : without.difference(new Set([path])))
            }
            template={template}
            onTemplate={setTemplate}
            frames={frames}
            onFrames={setFrames}
            keepsStarter={keepsStarter}
            onKeepsStarter={(keeps) => {
              setKeepsStarter(keeps)
              if (keeps) setItems(withoutReplacing(items, step.plan.conflicts))
            }}
            unused={unused ?? step.plan.media.takesUnused}
            onUnused={setUnused}
          />
        </>
      )}
      {step.name === 'working' && (
        <Working label={step.progress ? words[step.progress.step] : 'Starting'} progress={step.progress} />
      )}
      {step.name === 'done' && <Done step={step} />}
    </Dialog>
  )

  function footer() {
    if (step.name === 'plan') {
      return (
        <>
          <Button onClick={() => setStep({ name: 'choose' })}>{strings.chooseAnother}</Button>
          <Button
            variant="primary"
            disabled={!bringsSomething(step.plan) || askedFor(step.plan).some(({ path }) => !without.has(path))}
            onClick={() => void start(step.archive, step.plan)}
          >
            {strings.importText}
          </Button>
        </>
      )
    }
    if (step.name !== 'done') return undefined
    return (
      <>
        {!step.undone && (
          <Button icon={<Undo2 size={14} />} onClick={() => void undo(step.done)}>
            {strings.undoTheImport}
          </Button>
        )}
        <Button variant="primary" onClick={() => close(false)}>
          {strings.close}
        </Button>
      </>
    )
  }
}

function Chooser({ failure, onFiles }: { failure?: string; onFiles: (files: readonly ChosenFile[]) => void }) {
  const folder = useRef<HTMLInputElement>(null)
  const archive = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles(await droppedFiles(event.dataTransfer))
  }
  return (
    <>
      {failure && <ErrorNote title={failure}>{strings.nothingWasChanged}</ErrorNote>}
      <section
        className={styles.drop}
        data-over={over || undefined}
        aria-label={strings.dropHere}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => void drop(event)}
      >
        <FolderOpen size={22} aria-hidden />
        <p>{strings.dropHint}</p>
        <div className={styles.buttons}>
          <Button onClick={() => folder.current?.click()}>{strings.chooseAFolder}</Button>
          <Button onClick={() => archive.current?.click()}>{strings.chooseFiles}</Button>
        </div>
        <p className="m-0 quiet">{strings.planHint}</p>
        <input
          ref={(input) => {
            folder.current = input
            input?.setAttribute('webkitdirectory', '')
          }}
          type="file"
          hidden
          aria-label={strings.aFolder}
          onChange={(event) => onFiles(chosenFiles(event.currentTarget.files))}
        />
        <input
          ref={archive}
          type="file"
          hidden
          multiple
          accept=".zip,application/zip,.html,.htm,.css,.js,.mjs,.svg,image/*,font/*"
          aria-label={strings.aZipArchiveOrFiles}
          onChange={(event) => onFiles(chosenFiles(event.currentTarget.files))}
        />
      </section>
    </>
  )
}

function Working({ label, progress }: { label: string; progress?: ImportProgress }) {
  return (
    <div className={styles.working} role="status">
      <Spinner size={16} />
      <span>{label}</span>
      {progress && progress.total > 1 && (
        <>
          <progress className={styles.bar} max={progress.total} value={progress.done} aria-label={label} />
          <span className="m-0 quiet">{strings.progress(progress.done, progress.total)}</span>
        </>
      )}
    </div>
  )
}

function Done({ step }: { step: Extract<Step, { name: 'done' }> }) {
  const { report } = step.done
  const [first, ...others] = reportSentences(report)
  if (step.undone) return <p>{strings.importUndone}</p>
  return (
    <>
      {step.failure && <ErrorNote title={step.failure} />}
      <p>{first}</p>
      {others.map((sentence) => (
        <p key={sentence} className="m-0 quiet">
          {sentence}
        </p>
      ))}
      {report.kept.length > 0 && (
        <ul className={styles.list}>
          {report.kept.map(({ path, why }) => (
            <li key={path}>
              <code>{path}</code> {why}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
