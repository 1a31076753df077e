import type { ContentListView, ContentModel } from '@atelier/api'
import type { ApiError } from '@atelier/api/client'
import {
  Archive,
  CircleCheck,
  CircleDashed,
  Ellipsis,
  Languages,
  Pin as PinIcon,
  Sparkles,
  Trash2,
  X,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { Button, ConfirmDialog, IconButton, Menu, useToast } from '../../ui/index.ts'
import { languageName } from '../../ui/languageName.ts'
import * as pinStrings from '../pins/strings.ts'
import { usePutOnline } from '../publish/usePutOnline.ts'
import { useContent } from '../session/context.ts'
import { operations, type WrittenEntries } from '../session/handles.ts'
import { entryReference, MOST_PINS } from '../session/pins.ts'
import * as strings from '../strings.ts'
import { inChunks } from './bulk.ts'
import styles from './EntryList.module.css'
import type { Selection } from './useSelection.ts'

const TranslateEntries = lazy(async () => ({
  default: (await import('../translate/TranslateEntries.tsx')).TranslateEntries,
}))

type Status = keyof typeof strings.entriesDone

/** Actions on all chosen entries at once: each is one step of the undo. */
export function BulkBar({
  model,
  view,
  titleOf,
  selection,
}: {
  model: ContentModel
  view: ContentListView
  /** The title of an entry in sight. */
  titleOf(id: string): string | undefined
  selection: Selection
}) {
  const { session, pins } = useContent()
  const { show } = useToast()
  const sayPublished = usePutOnline()
  const [busy, setBusy] = useState<string>()
  const [asked, setAsked] = useState<string>()
  const [translating, setTranslating] = useState(false)
  const [main = '', ...others] = model.locales
  const ids = [...selection.ids]
  const inLocale = view.locale === undefined ? {} : { locale: view.locale }

  /** Returns why nothing was done; the selection stays then. */
  async function run(
    what: string,
    work: () => ReturnType<typeof session.runAll<unknown, WrittenEntries>>,
    say: (written: WrittenEntries[]) => string,
  ): Promise<ApiError | undefined> {
    setBusy(what)
    const answer = await work()
    setBusy(undefined)
    if (!answer.ok) return answer.error
    const { data, undo } = answer.value
    const title = say(data)
    if (what === 'published' && data.every(({ merged }) => merged)) {
      selection.clear()
      await sayPublished(title, undo)
      return undefined
    }
    show({
      title: data.some(({ merged }) => !merged) ? strings.waitsFor(title) : title,
      tone: 'done',
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
    selection.clear()
    return undefined
  }
  const failed = (error: ApiError | undefined) => {
    if (error) show({ title: sentence(error), tone: 'danger', id: 'content-bulk' })
  }

  const setStatus = async (status: Status) =>
    failed(
      await run(
        status,
        () =>
          session.runAll(
            operations.updateStatus,
            inChunks(ids).map((entryIds) => ({ model: model.id, entryIds, status, ...inLocale })),
          ),
        () => strings.entriesDone[status](ids.length),
      ),
    )
  const copyTo = async (to: string) =>
    failed(
      await run(
        'copy',
        () =>
          session.runAll(
            operations.copyLocale,
            inChunks(ids).map((entryIds) => ({ model: model.id, from: main, to, entryIds })),
          ),
        (written) => {
          const count = written.reduce((sum, { entries }) => sum + entries.length, 0)
          return count === 0 ? strings.nothingToCopy(to) : strings.copiedEntries(count, to)
        },
      ),
    )
  const remove = (clear: boolean) =>
    run(
      'delete',
      () =>
        session.runAll(
          operations.deleteContent,
          inChunks(ids).map((entryIds) => ({
            model: model.id,
            entryIds,
            ...(clear ? { references: 'clear' as const } : {}),
          })),
        ),
      () => strings.deletedEntries(ids.length),
    )

  const pinAll = () => {
    const count = pins.add(ids.map((id) => ({ reference: entryReference(model.id, id), title: titleOf(id) ?? id })))
    const isFull = pins.all.get().length === MOST_PINS
    show({
      title: count > 0 ? pinStrings.pinnedCount(count) : isFull ? pinStrings.full(MOST_PINS) : pinStrings.pinnedAlready,
      id: 'content-pins',
    })
  }

  return (
    <div className="row wrap gap-6" role="toolbar" aria-label={strings.selected(ids.length)}>
      <span className={styles.selected} role="status">
        {strings.selected(ids.length)}
      </span>
      <Button icon={<CircleCheck size={14} />} busy={busy === 'published'} onClick={() => void setStatus('published')}>
        {strings.publish}
      </Button>
      <Button icon={<CircleDashed size={14} />} busy={busy === 'draft'} onClick={() => void setStatus('draft')}>
        {strings.unpublish}
      </Button>
      {others.length > 0 && (
        <Button icon={<Sparkles size={14} />} onClick={() => setTranslating(true)}>
          {strings.translate}
        </Button>
      )}
      <Button
        icon={<Trash2 size={14} />}
        busy={busy === 'delete'}
        onClick={async () => {
          const error = await remove(false)
          if (error?.code === 'referenced') setAsked(error.message)
          else failed(error)
        }}
      >
        {strings.remove}
      </Button>
      <Menu
        trigger={
          <IconButton label={strings.moreActions} aria-busy={busy === 'archived' || busy === 'copy' || undefined}>
            <Ellipsis size={15} />
          </IconButton>
        }
        entries={[
          { label: strings.archive, icon: <Archive size={14} />, onSelect: () => void setStatus('archived') },
          ...others.map((locale) => ({
            label: strings.copyTo(languageName(locale)),
            icon: <Languages size={14} />,
            onSelect: () => void copyTo(locale),
          })),
          { label: pinStrings.pin, icon: <PinIcon size={14} />, onSelect: pinAll },
        ]}
      />
      <IconButton label={strings.clearSelection} onClick={selection.clear}>
        <X size={15} />
      </IconButton>
      <Suspense>
        {translating && (
          <TranslateEntries model={model} entryIds={ids} to={view.locale} onClose={() => setTranslating(false)} />
        )}
      </Suspense>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={strings.deleteEntries(ids.length)}
        confirm={strings.deleteAndClear}
        danger
        onConfirm={async () => {
          const error = await remove(true)
          return error ? sentence(error) : undefined
        }}
      >
        {asked} {strings.deleteAndClearHint}
      </ConfirmDialog>
    </div>
  )
}
