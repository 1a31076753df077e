import { ArrowDown } from 'lucide-react'
import {
  Fragment,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button, ErrorNote } from '../../../ui/index.ts'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { ShownPictures } from '../pictures/ShownPictures.tsx'
import * as strings from '../texts/strings.ts'
import { isLongMessage } from './folded.ts'
import { failureParts, scrollPlace } from './parts.ts'
import { Reasoning } from './Reasoning.tsx'
import { ToolCall } from './ToolCall.tsx'
import styles from './Transcript.module.css'
import type { ToolItem, TranscriptItem, Turn } from './view.ts'

/** The parser weighs 15 kB, which the editor's first view does without: until it is loaded, the text shows unformatted. */
const Markdown = lazyWhenIdle(async () => (await import('../markdown/Markdown.tsx')).Markdown)

export interface TranscriptProps {
  turns: readonly Turn[]
  /** What was sent and has not come back yet. */
  pendingPrompt: string | undefined
  iconOf: (operation: string) => string | undefined
  documentTitle: (documentId: string) => string | undefined
  onTarget: (nodeId: string | undefined, documentId: string | undefined) => void
  /** Shown under a call that a user decides on. */
  approval: (item: ToolItem) => ReactNode
  /** Shown under a turn when it is over. */
  footer: (turn: Turn, last: boolean) => ReactNode
}

/** The conversation. It follows new text until the user scrolls up, and again when they return to its end. */
export function Transcript({
  turns,
  pendingPrompt,
  iconOf,
  documentTitle,
  onTarget,
  approval,
  footer,
}: TranscriptProps) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const [away, setAway] = useState(false)

  const toEnd = useCallback(() => {
    const element = box.current
    if (element) element.scrollTop = element.scrollHeight
  }, [])

  useLayoutEffect(() => {
    const element = content.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (following.current) toEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [toEnd])

  useEffect(() => {
    if (pendingPrompt === undefined) return
    following.current = true
    toEnd()
  }, [pendingPrompt, toEnd])

  const onScroll = () => {
    const element = box.current
    if (!element) return
    const place = scrollPlace(element.scrollHeight - element.scrollTop - element.clientHeight)
    following.current = place.follows
    setAway(place.away)
  }

  return (
    <div className={styles.frame}>
      <div ref={box} className={styles.scroll} onScroll={onScroll}>
        <div ref={content} className={styles.turns} role="log" aria-label={strings.conversation} aria-live="off">
          {turns.map((turn, index) => (
            <TurnView
              key={turn.runId}
              turn={turn}
              iconOf={iconOf}
              documentTitle={documentTitle}
              onTarget={onTarget}
              approval={approval}
              footer={footer(turn, index === turns.length - 1)}
            />
          ))}
          {pendingPrompt !== undefined && (
            <article className={styles.turn}>
              <Prompt text={pendingPrompt} />
            </article>
          )}
        </div>
      </div>
      {away && (
        <Button
          size="sm"
          className={styles.toEnd}
          icon={<ArrowDown size={13} />}
          onClick={() => {
            following.current = true
            toEnd()
          }}
        >
          {strings.toTheEnd}
        </Button>
      )}
    </div>
  )
}

function TurnView({
  turn,
  iconOf,
  documentTitle,
  onTarget,
  approval,
  footer,
}: Pick<TranscriptProps, 'iconOf' | 'documentTitle' | 'onTarget' | 'approval'> & { turn: Turn; footer: ReactNode }) {
  return (
    <article className={styles.turn}>
      {turn.prompt !== undefined && <Prompt text={turn.prompt} pictures={turn.pictures} />}
      {turn.items.length > 0 && (
        <div className={styles.items}>
          {turn.items.map((item) => (
            <Fragment key={item.key}>
              <Item item={item} iconOf={iconOf} documentTitle={documentTitle} onTarget={onTarget} />
              {item.kind === 'tool' && item.approval && approval(item)}
            </Fragment>
          ))}
        </div>
      )}
      {footer}
    </article>
  )
}

const Prompt = memo(function Prompt({ text, pictures = none }: { text: string; pictures?: readonly string[] }) {
  return (
    <>
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          <ShownPictures hashes={pictures} label={strings.aPictureOfTheMessage} />
        </div>
      )}
      {text !== '' && (isLongMessage(text) ? <LongPrompt text={text} /> : <div className={styles.prompt}>{text}</div>)}
    </>
  )
})

/** A message of many lines: its beginning, until one asks for the rest. */
function LongPrompt({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
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
  iconOf,
  documentTitle,
  onTarget,
}: Pick<TranscriptProps, 'iconOf' | 'documentTitle' | 'onTarget'> & { item: TranscriptItem }) {
  switch (item.kind) {
    case 'prose':
      return (
        <div className={styles.prose} data-streaming={item.streaming ? '' : undefined}>
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
      return <Prompt text={item.text} pictures={item.pictures} />
    case 'error':
      return <Failure text={item.text} mild={item.mild} />
  }
}

/** What happened stands out; what to do and what was said follow in plain weight. */
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
