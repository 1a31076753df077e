import type { ApprovalRecord } from '@atelier/agent'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type SubmitEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Decision, decideApproval, meQuery, sentence } from '../../../api/index.ts'
import { Button, ErrorNote, IconButton, Menu, TextField } from '../../../ui/index.ts'
import * as strings from '../texts/strings.ts'
import { nameInWords, toolLine } from '../transcript/toolLine.ts'
import type { ToolItem } from '../transcript/view.ts'
import styles from './ApprovalCard.module.css'
import { denial, hasPlace } from './decision.ts'
import { clock, outcome } from './words.ts'

export interface ApprovalProps {
  sessionId: string
  item: ToolItem
  onTarget: (nodeId: string | undefined, documentId: string | undefined) => void
  /** The person has answered and the question is gone, and the focus with it. */
  onGone: () => void
}

/** Shown under a call that a user decides on: the question while it is open, and then its result. */
export function Approval({ sessionId, item, onTarget, onGone }: ApprovalProps) {
  const { approval } = item
  if (!approval) return null
  if (item.status !== 'waiting') return <Outcome approval={approval} />
  // A repeated question starts empty, even if text was typed into the old one.
  return (
    <Question
      key={approval.documentRevision}
      sessionId={sessionId}
      item={item}
      approval={approval}
      onTarget={onTarget}
      onGone={onGone}
    />
  )
}

function Outcome({ approval }: { approval: ApprovalRecord }) {
  const me = useQuery(meQuery())
  const said = outcome(approval, me.data?.user.id)
  if (said === undefined) return null
  return (
    <p className={styles.outcome} data-status={approval.status}>
      {said}
      {approval.decidedAt !== undefined && <time> · {clock(approval.decidedAt, Date.now())}</time>}
    </p>
  )
}

function Question({ sessionId, item, approval, onTarget, onGone }: ApprovalProps & { approval: ApprovalRecord }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<Decision['decision']>()
  const [denying, setDenying] = useState(false)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [open, setOpen] = useState(false)
  const id = useId()
  const denyButton = useRef<HTMLButtonElement>(null)
  const reasonField = useRef<HTMLInputElement>(null)
  const line = toolLine(item.name, item.input)

  const decided = useRef(false)
  const gone = useRef(onGone)
  useEffect(() => {
    gone.current = onGone
  })
  useEffect(() => () => (decided.current ? gone.current() : undefined), [])
  // Before the next key, which belongs to the field already.
  useLayoutEffect(() => {
    if (denying) reasonField.current?.focus()
  }, [denying])

  const decide = async (decision: Decision) => {
    setBusy(decision.decision)
    decided.current = true
    setError(undefined)
    const answer = await decideApproval(sessionId, item.toolCallId, {
      ...decision,
      revision: approval.documentRevision,
    })
    // Where it was taken, the record of it comes with the stream and takes the card's place.
    if (!answer.ok) {
      decided.current = false
      setBusy(undefined)
      setError(sentence(answer.error))
    }
    if (decision.remember) await queryClient.invalidateQueries({ queryKey: ['policies'] })
  }
  const deny = (event: SubmitEvent) => {
    event.preventDefault()
    void decide(denial(reason))
  }
  const keep = () => {
    setDenying(false)
    denyButton.current?.focus()
  }

  return (
    <section
      className={styles.card}
      data-question=""
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-words`}
    >
      <p className={styles.title} id={`${id}-title`}>
        <span role="status">{approval.again ? strings.itHasChangedMayTheAgent : strings.mayTheAgentDoThis}</span>
      </p>
      <p className="break-anywhere text-pretty" id={`${id}-words`}>
        {approval.message ?? nameInWords(item.name)}
      </p>
      <div className={styles.facts}>
        {approval.target && hasPlace(line) && (
          <button
            type="button"
            className={styles.target}
            title={approval.target}
            onClick={() => onTarget(line.nodeId, line.documentId)}
          >
            {strings.show(approval.target)}
          </button>
        )}
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-controls={`${id}-input`}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={12} data-open={open ? '' : undefined} aria-hidden="true" />
          {strings.callArguments}
        </button>
        {approval.expiresAt !== undefined && (
          <span className="ms-auto tabular-nums">{strings.openUntil(clock(approval.expiresAt, Date.now()))}</span>
        )}
      </div>
      {open && (
        <pre id={`${id}-input`} className={styles.input}>
          {JSON.stringify(item.input, null, 2)}
        </pre>
      )}
      {error && <ErrorNote title={error}>{strings.nothingWasDone}</ErrorNote>}
      {denying ? (
        <form
          className="grid gap-6"
          onSubmit={deny}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            keep()
          }}
        >
          <TextField
            ref={reasonField}
            label={strings.whyNot}
            placeholder={strings.whyNotTheAgentReadsIt}
            hideLabel
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <div className={styles.actions}>
            <Button type="submit" size="sm" variant="primary" busy={busy === 'deny'}>
              {strings.deny}
            </Button>
            <Button size="sm" variant="quiet" onClick={keep}>
              {strings.back}
            </Button>
          </div>
        </form>
      ) : (
        <div className={styles.actions}>
          <Button size="sm" variant="primary" busy={busy === 'approve'} onClick={() => decide({ decision: 'approve' })}>
            {strings.approve}
          </Button>
          <Button ref={denyButton} size="sm" disabled={busy !== undefined} onClick={() => setDenying(true)}>
            {strings.denyWithReason}
          </Button>
          <Menu
            trigger={
              <IconButton label={strings.approveMoreThanThis} size="sm" disabled={busy !== undefined}>
                <ChevronDown size={14} />
              </IconButton>
            }
            align="end"
            entries={[
              {
                label: strings.alwaysAllowInThisProject,
                hint: nameInWords(item.name),
                onSelect: () => void decide({ decision: 'approve', remember: 'operation' }),
              },
              {
                label: strings.allowEverythingInThisChat,
                onSelect: () => void decide({ decision: 'approve', remember: 'session' }),
              },
            ]}
          />
        </div>
      )}
    </section>
  )
}
