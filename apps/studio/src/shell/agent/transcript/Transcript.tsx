import { ArrowDown } from 'lucide-react'
import { type FocusEvent, memo, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Button, ErrorNote, Spinner } from '../../../ui/index.ts'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { type RowWindow, useRowWindow } from '../../../ui/useRowWindow.ts'
import { ShownPictures } from '../pictures/ShownPictures.tsx'
import * as strings from '../texts/strings.ts'
import { isLongMessage } from './folded.ts'
import { KeptOpen, useKeptOpen } from './kept.ts'
import { failureParts } from './parts.ts'
import { Reasoning } from './Reasoning.tsx'
import { groupRows, type Part, type Row, rowsOf } from './rows.ts'
import { ToolCall } from './ToolCall.tsx'
import styles from './Transcript.module.css'
import { doneSteps, readTaskPlan, stepNumbers } from './taskPlan.ts'
import type { Earlier } from './transcript.ts'
import { Unrendered } from './Unrendered.tsx'
import { useSelectedRows } from './useSelectedRows.ts'
import type { ToolItem, TranscriptItem, Turn } from './view.ts'

/** The parser weighs 15 kB, which the editor's first view does without: until it is loaded, the text shows unformatted. */
const Markdown = lazyWhenIdle(async () => (await import('../markdown/Markdown.tsx')).Markdown)

const TaskPlanCard = lazyWhenIdle(async () => (await import('./TaskPlanCard.tsx')).TaskPlanCard)

/** How rows are shown. All of it stays the same while an answer is written. */
interface RowContent {
  iconOf: (operation: string) => string | undefined
  documentTitle: (documentId: string) => string | undefined
  onTarget: (nodeId: string | undefined, documentId: string | undefined) => void
  /** Shown under a call that a user decides on. */
  approval: (item: ToolItem) => ReactNode
  /** Shown under a turn when it is over. `last`: it can be continued. */
  footer: (turn: Turn, last: boolean) => ReactNode
}

export interface TranscriptProps extends RowContent {
  turns: readonly Turn[]
  /** The part before the turns, read when the user comes near. */
  earlier: Earlier | undefined
  onEarlier: () => void
  /** The prompt that was sent and has not come back yet. */
  pendingPrompt: string | undefined
  /** Whether a run is at work. */
  running: boolean
}

/** Above the first row, in CSS pixels: the room of the padding, or of the note that more is read. */
const lead = { first: 16, earlier: 48 }

/**
 * The conversation, of which the rows in sight are rendered. It follows new text until the user scrolls up, and again when
 * they return to its end.
 */
export function Transcript({
  turns,
  earlier,
  onEarlier,
  pendingPrompt,
  running,
  iconOf,
  documentTitle,
  onTarget,
  approval,
  footer,
}: TranscriptProps) {
  const box = useRef<HTMLDivElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const [open] = useState(() => new Map<string, boolean>())
  const [focused, setFocused] = useState<string>()
  const rows = useMemo(
    () => rowsOf(pendingPrompt === undefined ? turns : [...turns, pendingTurn(pendingPrompt)]),
    [turns, pendingPrompt],
  )
  const plans = useMemo(() => doneSteps(turns), [turns])
  const selected = useSelectedRows(log, rows)
  const pinned = rows.flatMap((row, at) => (row.key === focused || isOpenQuestion(row) ? [at] : []))
  const { windows, heightOf, register, onScroll, away, toEnd, toRow } = useRowWindow({
    scroller: box,
    rows,
    lead: earlier ? lead.earlier : lead.first,
    pinned: selected === undefined ? pinned : [...pinned, ...selected],
    onStart: onEarlier,
  })

  useEffect(() => {
    if (pendingPrompt !== undefined) toEnd()
  }, [pendingPrompt, toEnd])

  const onFocus = (event: FocusEvent) => setFocused(rowKeyOf(event.target))
  const onBlur = (event: FocusEvent) => setFocused(rowKeyOf(event.relatedTarget))
  const lastRunId = turns.at(-1)?.runId

  const shownPart = (part: Part) =>
    part.kind === 'room' ? (
      <Unrendered
        key={`room before ${part.end}`}
        rows={rows}
        first={part.first}
        end={part.end}
        heightOf={heightOf}
        onFound={toRow}
      />
    ) : (
      <RowView
        key={part.row.key}
        row={part.row}
        last={part.row.turn.runId === lastRunId && !running}
        done={part.row.kind === 'item' ? plans.get(part.row.item.key) : undefined}
        {...{ register, iconOf, documentTitle, onTarget, approval, footer }}
      />
    )

  return (
    <div className="flex grow min-h-0 relative">
      <div ref={box} className={styles.scroll} onScroll={onScroll}>
        <KeptOpen value={open}>
          <div
            ref={log}
            className={styles.turns}
            role="log"
            aria-label={strings.conversation}
            aria-live="off"
            onFocus={onFocus}
            onBlur={onBlur}
          >
            <div className="center color-secondary" style={{ height: earlier ? lead.earlier : lead.first }}>
              {earlier?.loading && <Spinner size={14} label={strings.readingEarlierMessages} />}
            </div>
            {groupRows(rows, windows).map(({ key, runId, parts }) =>
              runId === undefined ? (
                parts.map(shownPart)
              ) : (
                <article key={key} className="min-w-0">
                  {parts.map(shownPart)}
                </article>
              ),
            )}
          </div>
        </KeptOpen>
      </div>
      {away && (
        <Button size="sm" className={styles.toEnd} icon={<ArrowDown size={13} />} onClick={toEnd}>
          {strings.toTheEnd}
        </Button>
      )}
    </div>
  )
}

/** A message that was sent, until the stream brings it. */
function pendingTurn(prompt: string): Turn {
  return { runId: 'pending', prompt, pictures: none, run: undefined, items: [] }
}

/** Text typed into an answer is kept, and the focus finds it. */
function isOpenQuestion(row: Row): boolean {
  return row.kind === 'item' && row.item.kind === 'tool' && row.item.status === 'waiting'
}

function rowKeyOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined
}

interface RowViewProps extends RowContent {
  row: Row
  last: boolean
  /** The steps that are done, of a plan. */
  done: string | undefined
  register: RowWindow['register']
}

const RowView = memo(function RowView({ row, last, done, register, ...content }: RowViewProps) {
  return (
    <div ref={register} data-row={row.key} data-gap={row.gap} className={styles.row}>
      <RowBody row={row} last={last} done={done} {...content} />
    </div>
  )
})

function RowBody({ row, last, done, ...content }: Omit<RowViewProps, 'register'>) {
  switch (row.kind) {
    case 'prompt':
      return <Prompt name={row.key} text={row.turn.prompt ?? ''} pictures={row.turn.pictures} />
    case 'item':
      return <ItemRow item={row.item} leads={row.leads} done={done} {...content} />
    case 'footer':
      return <FooterRow turn={row.turn} last={last} footer={content.footer} />
  }
}

const FooterRow = memo(function FooterRow({
  turn,
  last,
  footer,
}: Pick<RowContent, 'footer'> & { turn: Turn; last: boolean }) {
  return footer(turn, last)
})

const ItemRow = memo(function ItemRow({
  item,
  leads,
  done,
  iconOf,
  documentTitle,
  onTarget,
  approval,
}: Omit<RowContent, 'footer'> & { item: TranscriptItem; leads: boolean; done: string | undefined }) {
  const plan = item.kind === 'tool' ? readTaskPlan(item) : undefined
  return (
    <>
      <Item {...{ item, leads, iconOf, documentTitle, onTarget }} />
      {plan && (
        <Suspense fallback={null}>
          <TaskPlanCard plan={plan} done={stepNumbers(done)} />
        </Suspense>
      )}
      {item.kind === 'tool' && item.approval && approval(item)}
    </>
  )
})

const Prompt = memo(function Prompt({
  name,
  text,
  pictures,
}: {
  name: string
  text: string
  pictures: readonly string[]
}) {
  return (
    <>
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          <ShownPictures hashes={pictures} label={strings.aPictureOfTheMessage} />
        </div>
      )}
      {text !== '' &&
        (isLongMessage(text) ? <LongPrompt name={name} text={text} /> : <div className={styles.prompt}>{text}</div>)}
    </>
  )
})

/** A message of many lines: its beginning, until one asks for the rest. */
function LongPrompt({ name, text }: { name: string; text: string }) {
  const [open, setOpen] = useKeptOpen(name)
  return (
    <div className={styles.prompt}>
      <div className={open ? undefined : styles.folded}>{text}</div>
      <Button size="sm" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? strings.showLess : strings.showAll}
      </Button>
    </div>
  )
}

const none: readonly string[] = []

function Item({
  item,
  leads,
  iconOf,
  documentTitle,
  onTarget,
}: Pick<RowContent, 'iconOf' | 'documentTitle' | 'onTarget'> & { item: TranscriptItem; leads: boolean }) {
  switch (item.kind) {
    case 'prose':
      return (
        <div
          className={styles.prose}
          data-leads={leads ? '' : undefined}
          data-streaming={item.streaming ? '' : undefined}
        >
          <Suspense fallback={<div className={styles.unparsed}>{item.text}</div>}>
            <Markdown source={item.text} />
          </Suspense>
        </div>
      )
    case 'reasoning':
      return <Reasoning item={item} />
    case 'tool':
      return <ToolCall item={item} icon={iconOf(item.name)} documentTitle={documentTitle} onTarget={onTarget} />
    case 'said':
      return <Prompt name={item.key} text={item.text} pictures={item.pictures} />
    case 'error':
      return <Failure text={item.text} mild={item.mild} />
  }
}

/** The event is emphasised; what to do and what was said follow in plain weight. */
function Failure({ text, mild }: { text: string; mild: boolean }) {
  const { title, rest } = failureParts(text)
  if (mild)
    return (
      <ErrorNote tone="attention" title={title}>
        {rest}
      </ErrorNote>
    )
  return <ErrorNote title={title}>{strings.everythingBeforeItIsKeptIn(rest)}</ErrorNote>
}
