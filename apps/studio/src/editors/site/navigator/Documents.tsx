import { documents, type PageEntry } from '@atelier/site'
import { Component, Ellipsis, LayoutTemplate } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { RenameField } from '../fields/RenameField.tsx'
import { useEditor, useEditorState, usePageTree, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { duplicatePage, removePage } from '../session/pageActions.ts'
import styles from './Navigator.module.css'

const KINDS = {
  template: {
    title: 'Templates',
    icon: LayoutTemplate,
    empty: 'A template stands around pages. A page’s menu makes it one.',
  },
  component: {
    title: 'Components',
    icon: Component,
    empty: 'A component stands in many places. A layer’s menu makes it one.',
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
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(next) => !next && setDeleting(undefined)}
        title={`Delete “${deleting?.title ?? ''}”`}
        confirm={`Delete ${deleting?.kind ?? 'it'}`}
        onConfirm={async () => (deleting ? removePage(session, deleting.id) : undefined)}
      >
        {deleting?.kind === 'component'
          ? 'The component goes, for everybody. While it stands somewhere it cannot be deleted. Undo brings it back.'
          : 'The template goes, for everybody; pages that stood in it stand alone. Undo brings it back.'}
      </ConfirmDialog>
    </>
  )
}

function Row({ entry, onDelete }: { entry: PageEntry; onDelete: () => void }) {
  const session = useEditor()
  const open = useEditorState((state) => state.documentId)
  const selected = useEditorState((state) => state.selected)
  const tree = usePageTree()
  const [renaming, setRenaming] = useState(false)
  const { id, title, kind, template } = entry
  const Icon = kind === 'component' ? KINDS.component.icon : KINDS.template.icon
  const insert = () => {
    const node = selected === undefined ? undefined : tree?.node(selected)
    const parentId = node?.parent || tree?.root
    if (parentId) void session.run(operations.insertComponent, { componentId: id, parentId })
  }
  const menu: MenuEntry[] = [
    { label: 'Rename', onSelect: () => setRenaming(true) },
    { label: 'Duplicate', onSelect: () => void duplicatePage(session, id, `${title} copy`) },
    ...(kind === 'component'
      ? [{ label: 'Put it into this page', disabled: id === open, onSelect: insert }]
      : [
          {
            label: 'Make it a page again',
            onSelect: () => void session.run(operations.clearPageTemplate, { pageId: id }),
          },
        ]),
    { separator: true },
    { label: 'Delete', danger: true, onSelect: onDelete },
  ]
  return (
    <div className={`${styles.row} ${styles.page}`} data-selected={id === open || undefined}>
      <span className={styles.icon}>
        <Icon size={13} />
      </span>
      {renaming ? (
        <RenameField
          label={`Name of the ${kind}`}
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
          onClick={() => session.openPage(id)}
          onDoubleClick={() => setRenaming(true)}
        >
          {title}
        </button>
      )}
      {template && <span className={styles.slug}>{template.target.kind === 'notFound' ? '404' : 'all pages'}</span>}
      <span className={styles.actions}>
        <Menu
          align="end"
          trigger={
            <IconButton label={`More about ${title}`} size="sm">
              <Ellipsis size={14} />
            </IconButton>
          }
          entries={menu}
        />
      </span>
    </div>
  )
}
