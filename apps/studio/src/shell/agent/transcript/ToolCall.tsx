import { Ban, ChevronRight, CircleAlert, Hourglass } from 'lucide-react'
import { memo, type ReactNode, useId } from 'react'
import { cx, Spinner } from '../../../ui/index.ts'
import { OperationIcon } from '../../../ui/OperationIcon.tsx'
import { ShownPictures } from '../pictures/ShownPictures.tsx'
import * as strings from '../texts/strings.ts'
import { readEnvelope } from './envelope.ts'
import { useKeptOpen } from './kept.ts'
import { isLong, tail, timeOf, valueAsText } from './parts.ts'
import styles from './ToolCall.module.css'
import { readPartialInput, toolLine } from './toolLine.ts'
import type { ToolItem } from './view.ts'

export interface ToolCallProps {
  item: ToolItem
  icon: string | undefined
  documentTitle: (documentId: string) => string | undefined
  onTarget: (nodeId: string | undefined, documentId: string | undefined) => void
}

/** One call as one quiet line; opened, it shows what went in and what came out. */
export const ToolCall = memo(function ToolCall({ item, icon, documentTitle, onTarget }: ToolCallProps) {
  const [open, setOpen] = useKeptOpen(item.key)
  const id = useId()
  const writing = item.status === 'writing' ? readPartialInput(item.writing ?? '') : undefined
  const line = toolLine(item.name, writing ?? item.input, item.result, documentTitle)
  const leads = (line.nodeId !== undefined || line.documentId !== undefined) && item.status !== 'writing'
  return (
    <div className={styles.call} data-status={item.status}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <span className={styles.icon}>
            <StatusIcon item={item} icon={icon} />
          </span>
          <span className="rigid color-secondary">{line.verb}</span>
          {line.target && !leads && <span className={styles.target}>{line.target}</span>}
        </button>
        {line.target && leads && (
          <button
            type="button"
            className={cx(styles.target, styles.link)}
            onClick={() => onTarget(line.nodeId, line.documentId)}
          >
            {line.target}
          </button>
        )}
        <span className="rigid ms-auto tabular-nums color-faint">{timeOf(item)}</span>
        <ChevronRight size={12} className={styles.chevron} data-open={open ? '' : undefined} aria-hidden="true" />
      </div>
      {line.difference && <p className={styles.difference}>{line.difference}</p>}
      {item.pictures.length > 0 && (
        <div className={styles.pictures}>
          <ShownPictures hashes={item.pictures} label={strings.whatTheAgentSaw} />
        </div>
      )}
      {item.error && item.status === 'failed' && !open && <p className={styles.error}>{item.error}</p>}
      {open && (
        <div id={id} className={styles.detail}>
          <Details item={item} />
        </div>
      )}
    </div>
  )
})

function StatusIcon({ item, icon }: { item: ToolItem; icon: string | undefined }) {
  if (item.status === 'writing' || item.status === 'running')
    return <Spinner size={14} label={strings.workingSpinner} />
  if (item.status === 'failed') return <CircleAlert size={14} aria-label={strings.failed} />
  if (item.status === 'stopped' || item.status === 'denied') return <Ban size={14} aria-label={strings.stopped} />
  if (item.status === 'waiting') return <Hourglass size={14} aria-label={strings.waiting} />
  return <OperationIcon name={icon} />
}

function Details({ item }: { item: ToolItem }) {
  const result = readEnvelope(item.result)
  return (
    <>
      {item.writing !== undefined && item.input === undefined ? (
        <Section label={strings.beingWritten}>
          <Code>{tail(item.writing)}</Code>
        </Section>
      ) : (
        <Section label={strings.input}>
          <Value value={item.input} />
        </Section>
      )}
      {item.error && (
        <Section label={item.status === 'failed' ? strings.whatWentWrong : strings.whatTheAgentWasTold}>
          <p className={styles.error}>{item.error}</p>
        </Section>
      )}
      {item.warnings.length > 0 && (
        <Section label={strings.toNote}>
          <ul className={styles.warnings}>
            {item.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Section>
      )}
      {item.result !== undefined && result.ok && result.data !== undefined && (
        <Section label={strings.result}>
          <Value value={result.data} />
        </Section>
      )}
    </>
  )
}

function Section({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="grid one-column gap-4">
      <p className="type-caption color-secondary">{label}</p>
      {children}
    </section>
  )
}

/** Fields one under another; long texts as they are, so that HTML and CSS can be read. */
function Value({ value }: { value: unknown }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return <Code>{valueAsText(value)}</Code>
  const fields = Object.entries(value).filter(([, each]) => each !== undefined)
  if (fields.length === 0) return <p className="type-dense color-faint">{strings.nothing}</p>
  return (
    <dl className="grid one-column gap-4 m-0">
      {fields.map(([name, each]) => {
        const text = valueAsText(each)
        const long = isLong(text)
        return (
          <div key={name} className={cx(styles.field, long && styles.long)}>
            <dt>{name}</dt>
            <dd>{long ? <Code>{text}</Code> : <code>{text}</code>}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function Code({ children }: { children: string }) {
  return <pre className={styles.code}>{children}</pre>
}
