import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { createGeneration } from '../api/generations.ts'
import { createProject, sentence } from '../api/index.ts'
import { uploadMedia } from '../api/media.ts'
import { useNavigate } from '../navigation/context.ts'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { ModelPicker } from '../shell/agent/ModelPicker.tsx'
import { type ModelPick, useModelChoice } from '../shell/agent/useModelChoice.ts'
import { pickBody } from '../shell/agent/useRuns.ts'
import { Button, Check, Dialog, ErrorNote, TextArea, TextField } from '../ui/index.ts'
import styles from './BriefDialog.module.css'
import { BriefPictures } from './BriefPictures.tsx'
import { addressOf, type BriefKind, briefFaults, projectName, requestOf } from './briefForm.ts'
import * as strings from './strings.ts'

export interface BriefDialogProps {
  kind: BriefKind
  /** The project that it is for; a new one without it. */
  projectId?: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks what a site, a redesign or further pages are to be, and opens the plan that is then made. */
export function BriefDialog({ kind, projectId, open, onOpenChange }: BriefDialogProps) {
  const form = useId()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [fields, setFields] = useState({ brief: '', address: '', budget: '' })
  const [files, setFiles] = useState<File[]>([])
  const [logo, setLogo] = useState<File>()
  const [takesBrand, setTakesBrand] = useState(true)
  const [staged, setStaged] = useState<ModelPick>()
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const choice = useModelChoice('generate', undefined, staged)
  // A project that was made before the plan was refused takes the next try.
  const made = useRef<string>(undefined)
  const logoId = useRef<string>(undefined)
  const rehearses = choice.active !== undefined && choice.active.credentialId === undefined
  const faults = briefFaults(fields)
  const set = (next: Partial<typeof fields>) => setFields({ ...fields, ...next })

  const projectOf = async () => {
    const known = projectId ?? made.current
    if (known !== undefined) return { ok: true as const, value: { id: known } }
    const answer = await createProject({ name: projectName(fields.brief), starter: 'blank' })
    if (answer.ok) made.current = answer.value.id
    return answer
  }

  /** Returns why a picture was not taken; those before it are in the library then. */
  const sendPictures = async (project: string): Promise<string | undefined> => {
    for (const [at, file] of files.entries()) {
      const { signal } = new AbortController()
      const answer = await uploadMedia(project, { file, folder: '', onProgress: () => undefined, signal })
      if (answer.ok && file === logo) logoId.current = answer.value.id
      if (answer.ok) continue
      setFiles(files.slice(at))
      return `${file.name}: ${sentence(answer.error)}`
    }
    setFiles([])
    return undefined
  }

  const brandOf = () => {
    if (logo && logoId.current !== undefined) return { mediaId: logoId.current }
    const address = takesBrand && kind !== 'pages' ? addressOf(fields.address) : undefined
    return address === undefined ? undefined : { address }
  }

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (fields.brief.trim() === '' || Object.keys(faults).length > 0) return
    setBusy(true)
    setError(undefined)
    const project = await projectOf()
    const refused = project.ok ? await sendPictures(project.value.id) : undefined
    if (refused) {
      setBusy(false)
      return setError(refused)
    }
    const begun = project.ok
      ? await createGeneration(project.value.id, requestOf(kind, fields, pickBody(choice.active), brandOf()))
      : project
    setBusy(false)
    if (!begun.ok) return setError(sentence(begun.error))
    onOpenChange(false)
    await queryClient.invalidateQueries({ queryKey: ['projects'] })
    navigate(paths.plan(begun.value.projectId, begun.value.id))
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title={strings.titles[kind]}
      description={strings.descriptions[kind]}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{strings.cancel}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={busy}
            disabled={fields.brief.trim() === '' || choice.active === undefined}
          >
            {strings.makeThePlan}
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-16" onSubmit={submit}>
        <TextArea
          label={strings.labels[kind]}
          className={styles.brief}
          autoFocus
          required
          maxLength={20_000}
          rows={7}
          placeholder={strings.placeholders[kind]}
          value={fields.brief}
          onChange={(event) => set({ brief: event.currentTarget.value })}
        />
        {kind === 'site' && (
          <fieldset className={styles.examples} aria-label={strings.examplesTitle}>
            {strings.examples.map(({ name, brief }) => (
              <Button key={name} size="sm" onClick={() => set({ brief })}>
                {name}
              </Button>
            ))}
          </fieldset>
        )}
        <BriefPictures files={files} logo={logo} onChange={setFiles} onLogo={setLogo} />
        {files.length > 0 && kind !== 'pages' && <p className="quiet">{strings.logoHint}</p>}
        <div className={styles.pair}>
          <TextField
            label={strings.address}
            hint={strings.addressHint}
            error={checked ? faults.address : undefined}
            inputMode="url"
            placeholder="https://example.com"
            value={fields.address}
            onChange={(event) => set({ address: event.target.value })}
          />
          {!rehearses && (
            <TextField
              label={strings.budget}
              hint={strings.budgetHint}
              error={checked ? faults.budget : undefined}
              inputMode="decimal"
              placeholder="5"
              value={fields.budget}
              onChange={(event) => set({ budget: event.target.value })}
            />
          )}
        </div>
        {kind !== 'pages' && logo === undefined && fields.address.trim() !== '' && (
          <Check label={strings.takeBrand} checked={takesBrand} onChange={setTakesBrand} />
        )}
        {choice.missing === 'setup' && rehearses ? (
          <ErrorNote
            tone="info"
            title={strings.rehearsalTitle}
            actions={<Link to={paths.settings('ai')}>{strings.addAProvider}</Link>}
          >
            {strings.rehearsalText}
          </ErrorNote>
        ) : choice.lock === 'setup' ? (
          <ErrorNote
            tone="attention"
            title={strings.chooseAProvider}
            actions={<Link to={paths.settings('ai')}>{strings.addAProvider}</Link>}
          />
        ) : (
          <div className="row gap-8 color-secondary">
            <span>{strings.model}</span>
            <ModelPicker
              choice={{ ...choice, thinks: false }}
              onPick={setStaged}
              thinking={undefined}
              onThinking={() => undefined}
            />
          </div>
        )}
        {error && <ErrorNote title={error} />}
      </form>
    </Dialog>
  )
}
