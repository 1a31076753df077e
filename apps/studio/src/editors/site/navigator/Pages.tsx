import { isLocked, type PageEntry, pages, settings, slugify, templatesFor, withoutTranslations } from '@atelier/site'
import { FolderInput, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { type Shell, useShell } from '../../../shell/layout/context.ts'
import { showProperties } from '../../../shell/layout/state.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { moveUnder, pageRows } from '../model/pagesTree.ts'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { addPage, duplicatePage, removePage } from '../session/pageActions.ts'
import type { EditorSession } from '../session/session.ts'
import { agentLockEntry } from './AgentLock.tsx'
import { Documents } from './Documents.tsx'
import styles from './Navigator.module.css'
import { PageItem } from './PageItem.tsx'
import * as strings from './strings.ts'

const ImportDialog = lazyWhenIdle(async () => (await import('../import/ImportDialog.tsx')).ImportDialog)
const TranslateTexts = lazyWhenIdle(async () => (await import('../translations/TranslateTexts.tsx')).TranslateTexts)
const TranslatePage = lazyWhenIdle(async () => (await import('../translations/TranslatePage.tsx')).TranslatePage)
const PageSettings = lazyWhenIdle(async () => (await import('../settings/PageSettings.tsx')).PageSettings)

/** The site's pages: open, add, rename, delete. */
export function Pages() {
  const session = useEditor()
  const site = useSite()
  useSiteVersion()
  const open = useEditorState((state) => state.documentId)
  const [importing, setImporting] = useState(false)
  const [editing, setEditing] = useState<{ id: string; field: 'title' | 'path' }>()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [taken, setTaken] = useState<string>()
  const [over, setOver] = useState<string>()
  const [settingsOf, setSettingsOf] = useState<string>()
  const [translating, setTranslating] = useState<PageEntry>()
  const [translatingTexts, setTranslatingTexts] = useState<PageEntry>()
  const [deleting, setDeleting] = useState<{ id: string; title: string; slug: string }>()
  const [busy, setBusy] = useState(false)
  const shell = useShell()
  const listed = site ? pages(site.local.view) : undefined
  const all = listed?.filter(({ kind }) => kind === 'page')
  const templates = listed?.filter(({ kind }) => kind === 'template') ?? []
  const templatesOf = (page: PageEntry) =>
    templatesFor(page, templates)
      .map(({ title }) => title)
      .join(', ')

  const { language } = site ? settings(site.local.view) : {}
  /** A page and its translations, its own language first. */
  const localesOf = (source: PageEntry) =>
    (all ?? [])
      .filter(({ id, source: of }) => id === source.id || of === source.id)
      .sort((a, b) => Number(a.source !== undefined) - Number(b.source !== undefined))
      .map((page) => ({ locale: page.locale ?? String(language ?? ''), page }))

  const add = async () => {
    setBusy(true)
    const id = await addPage(session)
    setBusy(false)
    if (id) setEditing({ id, field: 'title' })
  }
  const makeTemplate = async (pageId: string) => {
    const made = await session.run(operations.setPageTemplate, { pageId, target: { kind: 'everywhere' } })
    if (made.ok) await showTemplate(session, shell, pageId)
  }
  const rename = (page: PageEntry, title: string | undefined) => {
    setEditing(undefined)
    if (!title) return
    // A page that was just made has no path of its own yet: it takes that of its first title.
    const slug = /^new-page(-\d+)?$/.test(page.slug) ? { slug: slugify(title) } : {}
    void session.run(operations.renamePage, { pageId: page.id, title, ...slug })
  }
  const sourceOf = (page: PageEntry) => all?.find(({ id }) => id === page.source)
  const menuOf = (page: PageEntry): MenuEntry[] => [
    { label: strings.settings, onSelect: () => setSettingsOf(page.id) },
    { label: strings.rename, onSelect: () => setEditing({ id: page.id, field: 'title' }) },
    {
      label: strings.changeItsPath,
      disabled: page.slug === 'index',
      onSelect: () => setEditing({ id: page.id, field: 'path' }),
    },
    {
      label: strings.makeItTheHomePage,
      disabled: page.slug === 'index',
      onSelect: () => void session.run(operations.renamePage, { pageId: page.id, title: page.title, slug: 'index' }),
    },
    {
      label: strings.duplicate,
      onSelect: () => void duplicatePage(session, page.id, strings.copyOf(page.title)),
    },
    {
      label: strings.translateInto,
      onSelect: () => setTranslating(sourceOf(page) ?? page),
    },
    ...(page.source === undefined
      ? []
      : [{ label: strings.translateItsTexts, onSelect: () => setTranslatingTexts(page) }]),
    {
      label: strings.makeItATemplate,
      disabled: page.slug === 'index',
      onSelect: () => void makeTemplate(page.id),
    },
    agentLockEntry(session, site?.local.view, page.id),
    { separator: true },
    {
      label: strings.deleteText,
      danger: true,
      disabled: (all?.length ?? 0) < 2,
      onSelect: () => setDeleting(page),
    },
  ]
  return (
    <div className="column min-h-0 h-full">
      <div className={styles.head}>
        <span>{all ? strings.countedPages(withoutTranslations(all).length) : strings.pages}</span>
        <span className="flex gap-2">
          <IconButton label={strings.importASite} size="sm" onClick={() => setImporting(true)} disabled={!site}>
            <FolderInput size={15} />
          </IconButton>
          <IconButton label={strings.addAPage} size="sm" onClick={add} disabled={!site || busy}>
            <Plus size={15} />
          </IconButton>
        </span>
      </div>
      <div className={styles.list}>
        {!all && <RowSkeletons />}
        {all &&
          pageRows(withoutTranslations(all), folded).map((row) => {
            const { path } = row
            const locales = row.page ? localesOf(row.page) : []
            const page = locales.find((each) => each.page.id === open)?.page ?? row.page
            const slugs = (under: string) => (taken === undefined ? [] : moveUnder(all, taken, under))
            return (
              <PageItem
                key={path}
                row={row}
                isOpen={page !== undefined && page.id === open}
                isDropped={over === path}
                editing={page === undefined || editing?.id !== page.id ? undefined : editing.field}
                isLocked={page !== undefined && site !== undefined && isLocked(site.local.view, page.id)}
                onUnlock={() => page && void session.run(operations.setLocked, { ids: [page.id], locked: false })}
                templates={page ? templatesOf(page) : ''}
                menu={page ? menuOf(page) : []}
                locales={locales}
                shown={page}
                onLocale={session.openPage}
                onFold={() => setFolded(folded.symmetricDifference(new Set([path])))}
                onOpen={() => page && session.openPage(page.id)}
                onRename={() => page && setEditing({ id: page.id, field: 'title' })}
                onTitle={(title) => page && rename(page, title)}
                onPath={(slug) => {
                  setEditing(undefined)
                  if (page && slug)
                    void session.run(operations.renamePage, { pageId: page.id, title: page.title, slug })
                }}
                draggable={path !== 'index' && editing === undefined}
                onDragStart={(event) => {
                  setTaken(path)
                  event.dataTransfer.effectAllowed = 'move'
                  event.dataTransfer.setData('text/plain', `/${path}`)
                }}
                onDragEnd={() => {
                  setTaken(undefined)
                  setOver(undefined)
                }}
                onDragOver={(event) => {
                  const fits = slugs(path).length > 0
                  setOver(fits ? path : undefined)
                  if (fits) event.preventDefault()
                }}
                onDrop={(event) => {
                  event.preventDefault()
                  setOver(undefined)
                  const moves = slugs(path)
                  if (moves.length > 0) void session.runEach(operations.renamePage, moves)
                }}
              />
            )
          })}
        <Documents />
      </div>
      <Suspense>
        {translatingTexts && sourceOf(translatingTexts) && (
          <TranslateTexts
            page={translatingTexts}
            source={sourceOf(translatingTexts) ?? translatingTexts}
            onClose={() => setTranslatingTexts(undefined)}
          />
        )}
        {translating && <TranslatePage page={translating} onClose={() => setTranslating(undefined)} />}
        {settingsOf !== undefined && <PageSettings pageId={settingsOf} onClose={() => setSettingsOf(undefined)} />}
      </Suspense>
      {importing && (
        <Suspense>
          <ImportDialog open onOpenChange={setImporting} />
        </Suspense>
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(next) => !next && setDeleting(undefined)}
        title={strings.deleteTitle(deleting?.title ?? '')}
        confirm={strings.deletePage}
        onConfirm={async () => (deleting ? removePage(session, deleting.id) : undefined)}
      >
        {strings.thePageGoes(`/${deleting?.slug === 'index' ? '' : (deleting?.slug ?? '')}`)}
      </ConfirmDialog>
    </div>
  )
}

/** Opens a page that has just become a template, with its settings at hand: what it still lacks is said there. */
async function showTemplate(session: EditorSession, shell: Shell, pageId: string): Promise<void> {
  session.openPage(pageId)
  const root = (await session.load(pageId))?.model.tree().root
  if (root === undefined) return
  session.select(root)
  showProperties(shell)
  patchStore(session.state, { propertyTab: 'settings' })
}

export function RowSkeletons() {
  return (
    <div className={styles.skeletons}>
      {[64, 82, 48, 70, 56].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={12} />
      ))}
    </div>
  )
}
