import { documents, isLocked, type PageEntry } from '@atelier/site'
import { Component, Ellipsis, LayoutTemplate, Palette } from 'lucide-react'
import { type DragEvent, useMemo, useState } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { enterComponent } from '../components/trail.ts'
import { RenameField } from '../fields/RenameField.tsx'
import { componentItem, insertDragType } from '../insert/dragged.ts'
import { insertHere } from '../insert/open.ts'
import { pagesInside, sheetCounts } from '../model/groups.ts'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { duplicatePage, removePage } from '../session/pageActions.ts'
import { AgentLock, agentLockEntry } from './AgentLock.tsx'
import styles from './Navigator.module.css'
import * as strings from './strings.ts'

const KINDS = {
  template: {
    title: strings.templates,
    icon: LayoutTemplate,
    empty: strings.aTemplateStandsAroundPages,
  },
  component: {
    title: strings.components,
    icon: Component,
    empty: strings.aComponentStandsInManyPlaces,
  },
} as const

/** The templates and components of the site: open, rename, duplicate, delete, put into the page. */
export function Documents() {
  const site = useSite()
  useSiteVersion()
  const session = useEditor()
  const [deleting, setDeleting] = useState<PageEntry>()
  if (!site) return null
  const all = documents(site.local.view)
  return (
    <>
      {(['template', 'component'] as const).map((kind) => {
        const entries = all.filter((each) => each.kind === kind)
        return (
          <section key={kind} aria-label={KINDS[kind].title}>
            <div className={styles.head}>{KINDS[kind].title}</div>
            {entries.length === 0 && <p className={styles.hint}>{KINDS[kind].empty}</p>}
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} onDelete={() => setDeleting(entry)} />
            ))}
          </section>
        )
      })}
      <Styles />
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(next) => !next && setDeleting(undefined)}
        title={strings.deleteTitle(deleting?.title ?? '')}
        confirm={strings.deleteKind(deleting?.kind)}
        onConfirm={async () => (deleting ? removePage(session, deleting.id) : undefined)}
      >
        {deleting?.kind === 'component' ? strings.theComponentGoes : strings.theTemplateGoes}
      </ConfirmDialog>
    </>
  )
}

/** The stylesheets, the site's own first; a click shows the classes and tokens in the design panel. */
function Styles() {
  const session = useEditor()
  const view = useSite()?.local.view
  const version = useSiteVersion()
  const counts = useMemo(() => (view && version >= 0 ? sheetCounts(view) : []), [view, version])
  return (
    <section aria-label={strings.styles}>
      <div className={styles.head}>{strings.styles}</div>
      {counts.map(({ id, name, rules }) => (
        <div key={id} className={`${styles.row} ${styles.page}`}>
          <span className={styles.icon}>
            <Palette size={13} />
          </span>
          <button
            type="button"
            className={styles.title}
            style={{ textAlign: 'start', height: '100%' }}
            onClick={() => patchStore(session.state, { leftTab: 'design' })}
          >
            {name || strings.siteStylesheet}
          </button>
          <span className={styles.badge}>{strings.countedRules(rules)}</span>
        </div>
      ))}
    </section>
  )
}

function Row({ entry, onDelete }: { entry: PageEntry; onDelete: () => void }) {
  const session = useEditor()
  const open = useEditorState((state) => state.documentId)
  const [renaming, setRenaming] = useState(false)
  const { id, title, kind, template } = entry
  const view = useSite()?.local.view
  const around = template && view ? pagesInside(view, id).length : 0
  const Icon = kind === 'component' ? KINDS.component.icon : KINDS.template.icon
  const menu: MenuEntry[] = [
    { label: strings.rename, onSelect: () => setRenaming(true) },
    { label: strings.duplicate, onSelect: () => void duplicatePage(session, id, strings.copyOf(title)) },
    ...(kind === 'component'
      ? [
          {
            label: strings.putItIntoThisPage,
            disabled: id === open,
            onSelect: () => void insertHere(session, componentItem(id)),
          },
        ]
      : [
          {
            label: strings.makeItAPageAgain,
            onSelect: () => void session.run(operations.clearPageTemplate, { pageId: id }),
          },
        ]),
    agentLockEntry(session, view, id),
    { separator: true },
    { label: strings.deleteText, danger: true, onSelect: onDelete },
  ]
  return (
    <div
      className={`${styles.row} ${styles.page}`}
      data-selected={id === open || undefined}
      {...(kind === 'component' && id !== open && !renaming ? dragOf(id) : {})}
    >
      <span className={styles.icon}>
        <Icon size={13} />
      </span>
      {renaming ? (
        <RenameField
          label={strings.nameOfThe(kind)}
          value={title}
          onDone={(next) => {
            setRenaming(false)
            if (next) void session.run(operations.renamePage, { pageId: id, title: next })
          }}
        />
      ) : (
        <button
          type="button"
          className={styles.title}
          style={{ textAlign: 'start', height: '100%' }}
          aria-current={id === open ? 'page' : undefined}
          onClick={() => (kind === 'component' ? enterComponent(session, id) : session.openPage(id))}
          onDoubleClick={() => setRenaming(true)}
        >
          {title}
        </button>
      )}
      {template && (
        <span className={styles.badge}>
          {template.target.kind === 'notFound'
            ? strings.notFound
            : template.target.kind === 'postTypes' && around === 0
              ? strings.entryPages
              : strings.countedPages(around)}
        </span>
      )}
      {view && isLocked(view, id) && (
        <AgentLock
          title={title}
          onUnlock={() => void session.run(operations.setLocked, { ids: [id], locked: false })}
        />
      )}
      <span className={styles.actions}>
        <Menu
          align="end"
          trigger={
            <IconButton label={strings.moreAbout(title)} size="sm">
              <Ellipsis size={14} />
            </IconButton>
          }
          entries={menu}
        />
      </span>
    </div>
  )
}

/** A component is dragged to the place in the page or the layers where one points, as from the insert palette. */
function dragOf(componentId: string) {
  return {
    draggable: true,
    onDragStart(event: DragEvent) {
      event.dataTransfer.effectAllowed = 'copy'
      event.dataTransfer.setData(insertDragType, componentItem(componentId))
    },
  }
}
