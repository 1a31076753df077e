import { type PageEntry, pages, slugify } from '@atelier/site'
import { Ellipsis, FileText, FolderInput, House, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { type Shell, useShell } from '../../../shell/layout/context.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { RenameField } from '../fields/RenameField.tsx'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { addPage, duplicatePage, removePage } from '../session/pageActions.ts'
import type { EditorSession } from '../session/session.ts'
import { Documents } from './Documents.tsx'
import styles from './Navigator.module.css'
import * as strings from './strings.ts'

const ImportDialog = lazyWhenIdle(async () => (await import('../import/ImportDialog.tsx')).ImportDialog)
const PageSettings = lazyWhenIdle(async () => (await import('../settings/PageSettings.tsx')).PageSettings)

/** The site's pages: open, add, rename, delete. */
export function Pages() {
  const session = useEditor()
  const site = useSite()
  useSiteVersion()
  const open = useEditorState((state) => state.documentId)
  const [importing, setImporting] = useState(false)
  const [renaming, setRenaming] = useState<string>()
  const [settingsOf, setSettingsOf] = useState<string>()
  const [pathing, setPathing] = useState<string>()
  const [deleting, setDeleting] = useState<{ id: string; title: string; slug: string }>()
  const [busy, setBusy] = useState(false)
  const shell = useShell()
  const all = site ? homeFirst(pages(site.local.view).filter(({ kind }) => kind === 'page')) : undefined

  const add = async () => {
    setBusy(true)
    const id = await addPage(session)
    setBusy(false)
    if (id) setRenaming(id)
  }
  const makeTemplate = async (pageId: string) => {
    const made = await session.run(operations.setPageTemplate, { pageId, target: { kind: 'everywhere' } })
    if (made.ok) await showTemplate(session, shell, pageId)
  }
  return (
    <div className={styles.fill}>
      <div className={styles.head}>
        <span>{all ? strings.countedPages(all.length) : strings.pages}</span>
        <span className={styles.verbs}>
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
        {all?.map((page) => (
          <div key={page.id} className={`${styles.row} ${styles.page}`} data-selected={page.id === open || undefined}>
            <span className={styles.icon}>{page.slug === 'index' ? <House size={13} /> : <FileText size={13} />}</span>
            {renaming === page.id ? (
              <RenameField
                label={strings.titleOfThePage}
                value={page.title}
                onDone={(title) => {
                  setRenaming(undefined)
                  if (!title) return
                  // A page that was just made has no path of its own yet: it takes that of its first title.
                  const slug = /^new-page(-\d+)?$/.test(page.slug) ? { slug: slugify(title) } : {}
                  void session.run(operations.renamePage, { pageId: page.id, title, ...slug })
                }}
              />
            ) : (
              <button
                type="button"
                className={styles.title}
                style={{ textAlign: 'start', height: '100%' }}
                aria-current={page.id === open ? 'page' : undefined}
                onClick={() => session.openPage(page.id)}
                onDoubleClick={() => setRenaming(page.id)}
              >
                {page.title}
              </button>
            )}
            {pathing === page.id ? (
              <RenameField
                label={strings.pathOfThePage}
                value={page.slug}
                onDone={(slug) => {
                  setPathing(undefined)
                  if (slug) void session.run(operations.renamePage, { pageId: page.id, title: page.title, slug })
                }}
              />
            ) : (
              <span className={styles.slug}>{page.slug === 'index' ? '/' : `/${page.slug}`}</span>
            )}
            <span className={styles.actions}>
              <Menu
                align="end"
                trigger={
                  <IconButton label={strings.moreAbout(page.title)} size="sm">
                    <Ellipsis size={14} />
                  </IconButton>
                }
                entries={[
                  { label: strings.settings, onSelect: () => setSettingsOf(page.id) },
                  { label: strings.rename, onSelect: () => setRenaming(page.id) },
                  {
                    label: strings.changeItsPath,
                    disabled: page.slug === 'index',
                    onSelect: () => setPathing(page.id),
                  },
                  {
                    label: strings.makeItTheHomePage,
                    disabled: page.slug === 'index',
                    onSelect: () =>
                      void session.run(operations.renamePage, { pageId: page.id, title: page.title, slug: 'index' }),
                  },
                  {
                    label: strings.duplicate,
                    onSelect: () => void duplicatePage(session, page.id, strings.copyOf(page.title)),
                  },
                  {
                    label: strings.makeItATemplate,
                    disabled: page.slug === 'index',
                    onSelect: () => void makeTemplate(page.id),
                  },
                  { separator: true },
                  {
                    label: strings.deleteText,
                    danger: true,
                    disabled: all.length < 2,
                    onSelect: () => setDeleting(page),
                  },
                ]}
              />
            </span>
          </div>
        ))}
        <Documents />
      </div>
      <Suspense>
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

function homeFirst(all: readonly PageEntry[]): PageEntry[] {
  return [...all.filter(({ slug }) => slug === 'index'), ...all.filter(({ slug }) => slug !== 'index')]
}

/** Opens a page that has just become a template, with its settings at hand: what it still lacks is said there. */
async function showTemplate(session: EditorSession, shell: Shell, pageId: string): Promise<void> {
  session.openPage(pageId)
  const root = (await session.load(pageId))?.model.tree().root
  if (root === undefined) return
  session.select(root)
  const sheet = shell.layout.get().sheet && ('properties' as const)
  patchStore(shell.layout, { rightTab: 'properties', properties: true, sheet })
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
