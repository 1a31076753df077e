import type { ContentField, ContentModel, ListedContentEntry } from '@atelier/api'
import { CalendarClock, GripVertical, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo } from 'react'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { IconButton } from '../../ui/index.ts'
import { ago, dateAndTime } from '../../ui/words.ts'
import { cellText } from '../entry/cellText.ts'
import { StatusWord } from '../entry/StatusWord.tsx'
import { useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './EntryTable.module.css'

/**
 * The actions of a row; the same functions for all rows and as long as the table stands, so that scrolling draws no row
 * again.
 */
export interface RowActions {
  focus(index: number): void
  key(event: KeyboardEvent, index: number): void
  toggle(id: string, range: boolean): void
  remove(entry: { id: string; title: string }): void
  dragStart(index: number): void
  /** @param y of the window, in CSS pixels */
  dragOver(y: number): void
  dragEnd(dropped: boolean): void
}

export interface EntryRowProps {
  model: ContentModel
  entry: ListedContentEntry
  /** The titles of the entries that it refers to, by `model/id`. */
  titles: Readonly<Record<string, string>> | undefined
  index: number
  /** From the top of the rows, in CSS pixels. */
  top: number
  columns: readonly ContentField[]
  /** It is the one that the Tab key leads to. */
  isActive: boolean
  isChosen: boolean
  /** Whether it can be selected and deleted. */
  isEditable: boolean
  canMove: boolean
  /** A dragged row would be put on this side. */
  drop: 'above' | 'below' | undefined
  act: RowActions
}

/** One entry: what it is called, its columns, what it lacks, its languages, whether it is seen, and when it changed. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { model, entry, titles, index, top, columns, isActive, isChosen, isEditable, canMove, drop, act } = props
  const { project } = useContent()
  const [main, ...others] = entry.locales
  const title = entry.title === '' ? strings.untitled : entry.title
  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      data-index={index}
      data-chosen={isChosen || undefined}
      data-drop={drop}
      style={{ transform: `translateY(${top}px)` }}
    >
      {isEditable && (
        <td className={styles.check}>
          <input
            type="checkbox"
            tabIndex={isActive ? 0 : -1}
            aria-label={strings.selectEntry(title)}
            checked={isChosen}
            onClick={(event) => act.toggle(entry.id, event.shiftKey)}
            onChange={() => undefined}
          />
        </td>
      )}
      <td className={styles.title}>
        {canMove && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.grip}
            title={strings.moveHint}
            aria-label={strings.move(title)}
            onPointerDown={(event) => {
              event.preventDefault()
              event.currentTarget.setPointerCapture(event.pointerId)
              act.dragStart(index)
            }}
            onPointerMove={(event) => act.dragOver(event.clientY)}
            onPointerUp={() => act.dragEnd(true)}
            onPointerCancel={() => act.dragEnd(false)}
          >
            <GripVertical size={13} aria-hidden="true" />
          </button>
        )}
        <Link
          to={paths.content(project.id, { model: model.id, entry: entry.id })}
          className={styles.link}
          tabIndex={isActive ? 0 : -1}
          onFocus={() => act.focus(index)}
          onKeyDown={(event) => act.key(event, index)}
        >
          {title}
        </Link>
        <Marks entry={entry} />
      </td>
      {columns.map((field) => (
        <td key={field.name} className={styles.cell}>
          {cellText(entry.values[field.name], field, titles)}
        </td>
      ))}
      {model.locales.length > 1 && (
        <td className={styles.locales}>
          {others.map(({ locale, translated, stale }) => (
            <span key={locale} className={styles.locale} data-state={translated ? (stale ? 'stale' : 'done') : 'none'}>
              {locale}
              <span className="visually-hidden">
                {translated ? (stale ? strings.staleTranslation : strings.translated) : strings.notTranslated}
              </span>
            </span>
          ))}
        </td>
      )}
      <td className={styles.status}>{main && <StatusWord {...main} />}</td>
      <td className={styles.when}>{ago(entry.updatedAt)}</td>
      {isEditable && (
        <td className={styles.end}>
          <IconButton
            size="sm"
            tabIndex={isActive ? 0 : -1}
            className={styles.remove}
            label={strings.deleteEntry(title)}
            onClick={() => act.remove({ id: entry.id, title })}
          >
            <Trash2 size={14} />
          </IconButton>
        </td>
      )}
    </tr>
  )
})

/** The marks of an entry that needs attention. */
function Marks({ entry }: { entry: ListedContentEntry }) {
  const scheduled = nextTime(entry)
  return (
    <>
      {entry.errors > 0 && (
        <span className={styles.mark} title={strings.notShownYet}>
          {strings.toMend(entry.errors)}
        </span>
      )}
      {entry.waits && <span className={styles.mark}>{strings.waits}</span>}
      {scheduled && (
        <span className={styles.schedule} title={scheduled}>
          <CalendarClock size={13} aria-hidden="true" />
          <span className="visually-hidden">{scheduled}</span>
        </span>
      )}
    </>
  )
}

/** The next scheduled event of an entry, in any of its languages. */
function nextTime({ locales }: ListedContentEntry): string | undefined {
  const now = Date.now()
  const [next] = locales
    .flatMap(({ publishAt, expireAt }) => [
      ...(publishAt === undefined ? [] : [{ at: Date.parse(publishAt), say: strings.goesOut }]),
      ...(expireAt === undefined ? [] : [{ at: Date.parse(expireAt), say: strings.expires }]),
    ])
    .filter(({ at }) => at > now)
    .sort((a, b) => a.at - b.at)
  return next?.say(dateAndTime(next.at))
}
