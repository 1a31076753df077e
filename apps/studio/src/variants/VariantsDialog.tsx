import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LayoutPanelLeft } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { abortRun } from '../api/agent.ts'
import { errorOf } from '../api/client.ts'
import { makeVariants, type SectionVariants, variantsQuery } from '../api/variants.ts'
import { useModelChoice } from '../shell/agent/useModelChoice.ts'
import { Button, Dialog, EmptyState, ErrorNote, Skeleton, TextArea } from '../ui/index.ts'
import { Samples } from './Samples.tsx'
import * as strings from './strings.ts'
import styles from './Variants.module.css'

export interface VariantsDialogProps {
  projectId: string
  /** The section; without one the variants that wait for a choice are listed. `section` is its uid or the name of its block. */
  target?: { pageId: string; section: string }
  /** Takes one; resolves with the sentence of what went wrong. */
  take: (variantsId: string, variant: number, name: string) => Promise<string | undefined>
  /** Keeps the section as it is; resolves with the sentence of what went wrong. */
  dismiss: (variantsId: string) => Promise<string | undefined>
  onOpenChange: (open: boolean) => void
}

/** A section written again in three variants, which are shown beside each other: one press takes one, or keeps what is there. */
export function VariantsDialog({ projectId, target, take, dismiss, onOpenChange }: VariantsDialogProps) {
  const queries = useQueryClient()
  const listed = useQuery(variantsQuery(projectId))
  const [opened, setOpened] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const current = listed.data?.find((each) =>
    opened === undefined ? target !== undefined && isOf(each, target) : each.variantsId === opened,
  )
  const refresh = () => queries.invalidateQueries({ queryKey: ['projects', projectId] })

  const decide = async (act: () => Promise<string | undefined>, closes: boolean) => {
    setBusy(true)
    const wrong = await act().catch((error: unknown) => errorOf(error).message)
    setBusy(false)
    setProblem(wrong)
    await refresh()
    if (wrong === undefined && closes) onOpenChange(false)
  }
  const ask = async (wish: string) => {
    if (!target) return
    await decide(async () => {
      await makeVariants(projectId, { ...target, wish })
      return undefined
    }, false)
  }
  const again = target !== undefined && current && (
    <Button size="sm" busy={busy} onClick={() => void decide(() => dismiss(current.variantsId), false)}>
      {strings.makeNew}
    </Button>
  )

  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      wide={current?.state === 'ready' || current?.state === 'making' ? 'widest' : undefined}
      title={current ? strings.variantsTitle(current.title) : strings.title}
      description={strings.description}
    >
      <div className="grid one-column gap-16">
        {problem && (
          <ErrorNote title={strings.notTaken} actions={again}>
            {problem}
          </ErrorNote>
        )}
        {listed.isPending ? (
          <Skeleton height={180} radius={10} />
        ) : listed.isError ? (
          <ErrorNote title={errorOf(listed.error).message} />
        ) : current?.state === 'ready' ? (
          <Samples
            projectId={projectId}
            variants={current}
            busy={busy}
            onTake={(variant, name) => void decide(() => take(current.variantsId, variant, name), true)}
            onKeep={() => void decide(() => dismiss(current.variantsId), true)}
          />
        ) : current?.state === 'making' ? (
          <Making variants={current} />
        ) : current ? (
          <ErrorNote title={strings.failed} actions={again}>
            {current.why}
          </ErrorNote>
        ) : target ? (
          <Ask busy={busy} onAsk={ask} onCancel={() => onOpenChange(false)} />
        ) : (
          <Waiting all={listed.data} onOpen={setOpened} />
        )}
      </div>
    </Dialog>
  )
}

const isOf = (each: SectionVariants, { pageId, section }: { pageId: string; section: string }): boolean =>
  each.pageId === pageId && (each.nodeId === section || (each.block !== '' && each.block === section))

/** Asks what is to be different; it may be left empty. */
function Ask({
  busy,
  onAsk,
  onCancel,
}: {
  busy: boolean
  onAsk: (wish: string) => Promise<void>
  onCancel: () => void
}) {
  const [wish, setWish] = useState('')
  const choice = useModelChoice('generate', undefined, undefined)
  const rehearses = choice.active !== undefined && choice.active.credentialId === undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void onAsk(wish)
  }
  return (
    <form className={styles.ask} onSubmit={submit}>
      {rehearses && <ErrorNote tone="info" title={strings.rehearsal} />}
      {!rehearses && (
        <TextArea
          label={strings.wish}
          hint={strings.wishHint}
          autoFocus
          rows={3}
          maxLength={2_000}
          value={wish}
          onChange={(event) => setWish(event.currentTarget.value)}
        />
      )}
      {!rehearses && choice.active && <p className="color-secondary">{strings.model(choice.label)}</p>}
      <div className="flex wrap justify-end gap-8">
        <Button onClick={onCancel}>{strings.cancel}</Button>
        <Button type="submit" variant="agent" busy={busy} disabled={choice.active === undefined}>
          {strings.make}
        </Button>
      </div>
    </form>
  )
}

/** The shape of what comes, and a way to stop it. */
function Making({ variants: { sessionId, runId } }: { variants: SectionVariants }) {
  return (
    <div className="grid one-column gap-12" aria-busy="true">
      <p role="status">{strings.making}</p>
      <div className={styles.row}>
        {[0, 1, 2, 3].map((each) => (
          <Skeleton key={each} height={180} radius={10} />
        ))}
      </div>
      <div className="row gap-8">
        <span className="color-secondary">{strings.makingHint}</span>
        <Button size="sm" onClick={() => void abortRun(sessionId, runId)}>
          {strings.stop}
        </Button>
      </div>
    </div>
  )
}

/** Those that wait for a choice, on all pages. */
function Waiting({ all, onOpen }: { all: readonly SectionVariants[]; onOpen: (variantsId: string) => void }) {
  if (all.length === 0)
    return (
      <EmptyState icon={<LayoutPanelLeft size={18} />} title={strings.nothingWaits}>
        {strings.nothingWaitsHint}
      </EmptyState>
    )
  return (
    <ul className="grid gap-4" aria-label={strings.waiting}>
      {all.map(({ variantsId, title, state }) => (
        <li key={variantsId}>
          <button type="button" className={styles.waiting} onClick={() => onOpen(variantsId)}>
            <span className="truncate">{title}</span>
            <span className="quiet">{strings.states[state]}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
